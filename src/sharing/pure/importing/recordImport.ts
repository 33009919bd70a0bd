import type { RunEvent } from '../../../runs/pure/events/runEvent';
import { rootNode } from '../../../runs/pure/fold/run';
import { resultSummary } from '../../../runs/pure/fold/runResult';
import { nullRunStore } from '../../../runs/pure/log/nullRunStore';
import { RunLog } from '../../../runs/pure/log/runLog';
import type { ImportSource } from '../../../runs/pure/model/imported';
import type { Patch } from '../../../runs/pure/model/patch';
import { shortened } from '../../../runs/pure/model/shortened';
import { UserError } from '../../../system/pure/errors/userError';
import { plainLineEnds } from '../../../system/pure/text/plainLineEnds';
import { excerptFiles } from './excerptFiles';
import { actionType, type Evaluations, type ImportedAction, type ImportedRun, patchKey } from './importedRun';

/** The name of a recorded import, and its time: milliseconds since 1970. */
export interface ImportStamp {
	readonly runId: string;
	readonly file: string;
	readonly atMs: number;
	/** Of Faultline. */
	readonly version: string;
}

const titleCharacters = 160;
/** Takes a few milliseconds. */
const actionsAtOnce = 200;

/**
 * A run of another tool as the complete log of a run. It is marked as imported and read-only. Nothing in it is executed
 * or resolved: the texts are kept as they are. `pause` lets others use the thread meanwhile. Throws `UserError` if the
 * evaluations are of another run.
 */
export async function recordImport(
	imported: ImportedRun,
	evaluations: Evaluations,
	{ runId, file, atMs, version }: ImportStamp,
	pause?: () => Promise<void>,
): Promise<readonly RunEvent[]> {
	const submitted = imported.actions.flatMap(({ submission }) =>
		submission === undefined ? [] : patchKey(submission),
	);
	if (evaluations.size > 0 && submitted.every(key => !evaluations.has(key))) {
		throw new UserError(`None of the evaluated patches is in ${file}: choose the evaluation of this run, or none.`);
	}
	const events: RunEvent[] = [];
	const store = { ...nullRunStore, append: async (_run: string, event: RunEvent) => void events.push(event) };
	const log = RunLog.start(store, { now: () => atMs }, runId);
	const source: ImportSource = { tool: imported.tool, file };
	await log.emit(rootNode, {
		...{ type: 'runStarted', readOnly: true, imported: source, goal: 'fix', runId, issue: imported.issue },
		...{ engine: imported.tool, workspace: [], version },
	});
	for (const text of imported.notes) {
		await log.emit(rootNode, { type: 'noted', text });
	}
	const recorder = new ImportRecorder(log, evaluations);
	await recorder.record(imported, pause);
	await log.emit(rootNode, { type: 'runEnded', outcome: 'done', summary: resultSummary(log.run) });
	return events;
}

class ImportRecorder {
	/** The node of each action. */
	private readonly nodes: string[] = [];

	constructor(
		private readonly log: RunLog,
		private readonly evaluations: Evaluations,
	) {}

	async record({ instructions, actions }: ImportedRun, pause?: () => Promise<void>): Promise<void> {
		const start = await this.recordInstructions(instructions);
		for (const action of actions) {
			const parent = await this.parentOf(action, start);
			if (this.nodes.push(await this.recordAction(action, parent)) % actionsAtOnce === 0) {
				await pause?.();
			}
		}
	}

	/** Returns the node that the first actions follow. */
	private async recordInstructions(instructions: readonly string[]): Promise<string> {
		if (instructions.length === 0) {
			return rootNode;
		}
		const title = 'Instructions to the agent';
		const node = await this.log.open(rootNode, { key: 'instructions', kind: 'stage', phase: 'patch', title });
		for (const text of instructions) {
			await this.log.emit(node, { type: 'reasoned', text });
		}
		await this.log.close(node, title);
		return node;
	}

	private async parentOf({ parent, attempt }: ImportedAction, start: string): Promise<string> {
		if (parent !== undefined) {
			return this.nodes[parent] ?? start;
		}
		if (attempt === undefined) {
			return start;
		}
		const node = await this.log.open(start, { key: attempt, kind: 'trajectory', phase: 'patch', title: attempt });
		await this.log.close(node, attempt);
		return node;
	}

	private async recordAction(action: ImportedAction, parent: string): Promise<string> {
		const { log } = this;
		const { thought, candidates, reasons, replaces, left, notes } = action;
		const title = titleOf(action.command);
		const expansion = left && { left, ...(replaces !== undefined && { replaces }) };
		const node = await log.open(parent, {
			...{ key: `action ${this.nodes.length + 1}`, kind: 'round', phase: 'patch', title },
			...(expansion !== undefined && { expansion }),
		});
		if (thought.trim() !== '') {
			await log.emit(node, { type: 'reasoned', text: thought });
		}
		if (candidates.length > 0 || reasons !== '') {
			await log.emit(node, { type: 'candidatesCompared', candidates, reasons });
		}
		await this.recordCall(node, action);
		await this.recordPatch(node, action);
		for (const text of notes) {
			await log.emit(node, { type: 'noted', text });
		}
		await log.close(node, title);
		return node;
	}

	private async recordCall(node: string, { command, observation }: ImportedAction): Promise<void> {
		const tool = actionType(command);
		const args = command.trim().slice(tool.length).trim();
		const call = 'c1';
		if (tool !== '') {
			await this.log.emit(node, { type: 'toolCalled', call, tool, args: args === '' ? {} : { arguments: args } });
		}
		if (observation !== undefined && tool !== '') {
			await this.log.emit(node, { type: 'toolAnswered', call, ok: true, text: observation, places: [] });
		} else if (observation !== undefined) {
			await this.log.emit(node, { type: 'noted', text: observation });
		}
	}

	private async recordPatch(node: string, { submission }: ImportedAction): Promise<void> {
		if (submission === undefined) {
			return;
		}
		const diff = plainDiff(submission);
		const { files, leftOut } = excerptFiles(diff);
		if (files.length + leftOut.length === 0) {
			await this.log.emit(node, { type: 'noted', text: 'What was submitted is not a patch that can be read.' });
			return;
		}
		const id = this.log.newId('p');
		const patch: Patch = { id, diff, files, isExcerpt: true, ...(leftOut.length > 0 && { leftOut }) };
		await this.log.emit(node, { type: 'patchWritten', patch });
		const evaluation = this.evaluations.get(patchKey(submission));
		if (evaluation !== undefined) {
			await this.log.emit(node, { type: 'patchEvaluated', evaluation: { patch: id, ...evaluation } });
		}
	}
}

/** A submitted diff from its first line on. A terminal ends each line with a carriage return; git ends none of its own so. */
function plainDiff(submission: string): string {
	const diff = submission.slice(submission.indexOf('diff --git '));
	const plain = diff.split('\n', 1)[0]?.endsWith('\r') ? plainLineEnds(diff) : diff;
	return plain.endsWith('\n') ? plain : `${plain}\n`;
}

/** The first line of a command; a step that an agent did not write is named. */
function titleOf(command: string): string {
	const line = command.trim().split('\n', 1)[0] ?? '';
	return line === '' ? 'No command' : shortened(line, titleCharacters);
}
