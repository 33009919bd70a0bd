import issuePrompt from '../../../models/pure/loop/issue.md';
import { type Reading, runAgent } from '../../../models/pure/loop/runAgent';
import { joinRemarks } from '../../../models/pure/protocols/joinRemarks';
import { openTextProtocol } from '../../../models/pure/protocols/openProtocol';
import type { AgentStep, Protocol } from '../../../models/pure/protocols/protocol';
import type { StageDeps } from '../../../models/pure/requests/agentDeps';
import { codeSearches } from '../../../models/pure/tools/toolTable';
import { applyPatchResponse } from '../../../patches/pure/edits/applyPatchResponse';
import type { ApplyResult } from '../../../patches/pure/edits/applyResult';
import { readAnswer } from '../../../patches/pure/edits/reading/readAnswer';
import { printDiff } from '../../../runs/pure/diff/printDiff';
import type { PatchWritten, Stepped } from '../../../runs/pure/events/runEvent';
import type { BugLocation } from '../../../runs/pure/model/location';
import type { LeftOutFile, Patch, PatchedFile, PreparedFiles } from '../../../runs/pure/model/patch';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import failed from './failed.md';
import { type FailedPatch, failedPatchText, faultsText } from './faultsText';
import format from './format.md';
import noEdit from './noEdit.md';
import noFix from './noFix.md';
import refused from './refused.md';
import same from './same.md';
import definitionFormat from './synthesis/definitionFormat.md';
import system from './system.md';
import wrongProgram from './wrongProgram.md';

/** The bug a patch is written for. */
export interface PatchTask {
	readonly issue: string;
	readonly locations: readonly BugLocation[];
	/** The located code, and anything else the author should see; a message each. */
	readonly material: readonly string[];
	/** The reproducer, if the material shows it. */
	readonly program: string | undefined;
	/** Patches that were judged wrong in other conversations, oldest first. */
	readonly failures: readonly FailedPatch[];
	/** Separates the fix from changes that do not belong to it. */
	readonly prepare: (files: readonly PatchedFile[]) => PreparedFiles;
	/** Patches of other candidates. */
	readonly others: readonly Patch[];
	/** For another answer than the most likely one; as the endpoint's default unless given. */
	readonly temperature?: number | undefined;
	/** Whole definitions instead of the changed lines. */
	readonly asDefinitions?: boolean;
}

/** A patch, or one of another candidate that was written again. */
export interface WrittenPatch {
	readonly patch: Patch;
	readonly isKnown: boolean;
}

/** So many answers that cannot be applied end a conversation. */
const maxRefused = 3;
/** In so many rounds the code may be searched before each patch. */
const maxCallRounds = 5;

/**
 * Writes the patches of one candidate with a model (AutoCodeRover's patch agent, here with the search tools), and
 * applies them to the files in memory. All are one conversation, so that the model sees its earlier patches as it wrote
 * them and the faults of each.
 */
export class PatchWriter {
	private readonly protocol: Protocol<never>;
	private readonly failures: FailedPatch[];
	private nRefused = 0;
	/** The reproducer that the model was shown last. */
	private program: string | undefined;

	constructor(
		private readonly task: PatchTask,
		private readonly deps: StageDeps,
	) {
		const { issue, material, program, failures, temperature, asDefinitions = false } = task;
		this.failures = [...failures];
		this.program = program;
		this.protocol = openTextProtocol(deps.log, deps.agent, {
			...{ toolset: codeSearches, maxCallRounds, temperature },
			prompts: {
				system: system.trim(),
				opening: [
					fillTemplate(issuePrompt, { issue }),
					...material,
					...failures.map(each => failedPatchText(each, program)),
				],
				question: (asDefinitions ? definitionFormat : format).trim(),
				purpose: 'write a patch',
			},
		});
	}

	/** Undefined after three answers that cannot be applied: the notes of the node have the reasons. */
	async write(node: string): Promise<WrittenPatch | undefined> {
		const { log, context } = this.deps;
		this.nRefused = 0;
		const end = await runAgent<never, WrittenPatch>(log, node, {
			...{ toolset: codeSearches, protocol: this.protocol, context },
			limits: { maxRounds: maxRefused + maxCallRounds, maxCallRounds },
			stage: { open: async () => node, read: (_node, reply) => this.read(node, reply) },
		});
		return end.result;
	}

	/** Reports the faults of its newest patch to the model. `program`: the reproducer that counts now. */
	async reject(node: string, failure: FailedPatch, program: string | undefined): Promise<void> {
		this.failures.push(failure);
		const isReplaced = this.program !== undefined && this.program !== program;
		const faults = faultsText(failure.faults, this.program);
		this.program = program;
		await this.protocol.addResults(node, {
			results: [],
			remarks: [...(isReplaced ? [wrongProgram] : []), fillTemplate(failed, { faults })],
		});
	}

	/** An answer with an edit is a patch, whatever else it calls. */
	private async read(node: string, { text, calls, problems }: AgentStep): Promise<Reading<WrittenPatch>> {
		if (calls.length + problems.length > 0 && readAnswer(text).edits.length === 0) {
			return { remarks: problems };
		}
		const tried = await this.apply(node, text);
		if ('patch' in tried) {
			return { result: tried, remarks: [], skipsCalls: true };
		}
		const number = ++this.nRefused;
		const isRefused = !['noEdits', 'noFix', 'repeated'].includes(tried.status);
		const note =
			tried.status === 'repeated'
				? `Answer ${number} repeats a patch that was judged wrong.`
				: `Answer ${number} could not be applied (${tried.status}): ${firstLine(tried.reasons)}`;
		await this.deps.log.once(node, { type: 'noted', text: note });
		const remark = isRefused ? fillTemplate(refused, { reasons: tried.reasons }) : tried.reasons;
		return { remarks: [remark], isGivenUp: number === maxRefused, skipsCalls: true };
	}

	/** Recorded, so that files edited later do not change the outcome of an answer. */
	private async apply(node: string, text: string): Promise<WrittenPatch | Refusal> {
		const { log, agent, context } = this.deps;
		const { locations, others } = this.task;
		const input = { text, locations };
		const applied = await log.step(node, 'apply the answer', input, async (): Promise<PatchWritten | Stepped> => {
			const result = await applyPatchResponse(text, context.workspace, { places: locations, signal: agent.signal });
			if (result.status !== 'applied') {
				return { type: 'stepped', output: refusalOf(result) };
			}
			const { files, leftOut } = this.task.prepare(result.changes);
			const diff = leftOut.length === 0 ? result.diff : printDiff(files);
			if (files.length === 0 || this.failures.some(({ patch }) => patch.diff === diff)) {
				return { type: 'stepped', output: files.length === 0 ? noFixIn(leftOut) : repeated };
			}
			const known = others.find(each => each.diff === diff);
			return known === undefined
				? { type: 'patchWritten', patch: this.patchOf(log.newId('p'), { diff, files, leftOut }) }
				: { type: 'stepped', output: { known: known.id } };
		});
		if (applied.type === 'patchWritten') {
			return { patch: applied.patch, isKnown: false };
		}
		const output = applied.output as Refusal | { readonly known: string };
		const known = 'known' in output ? others.find(({ id }) => id === output.known) : undefined;
		return known === undefined ? (output as Refusal) : { patch: known, isKnown: true };
	}

	private patchOf(id: string, { diff, files, leftOut }: PreparedFiles & Pick<Patch, 'diff'>): Patch {
		const replaces = this.failures.at(-1)?.patch.id;
		const others = leftOut.length > 0 && { leftOut };
		return { id, diff, files, ...(replaces !== undefined && { replaces }), ...others };
	}
}

/** Why an answer is not taken. */
interface Refusal {
	/** For the user: `refused: notFound`. */
	readonly status: string;
	/** For the model. */
	readonly reasons: string;
}

const repeated: Refusal = { status: 'repeated', reasons: same.trim() };

function noFixIn(leftOut: readonly LeftOutFile[]): Refusal {
	const files = leftOut.map(({ path, what }) => `${path} (${what})`).join(', ');
	return { status: 'noFix', reasons: fillTemplate(noFix, { files }) };
}

function refusalOf({ status, edits, why = '' }: ApplyResult): Refusal {
	if (edits.length === 0) {
		return { status, reasons: noEdit.trim() };
	}
	const kinds = [...new Set(edits.flatMap(({ reason }) => reason ?? []))];
	const reasons = joinRemarks(edits.map(edit => edit.why ?? ''));
	return {
		status: [status, ...(kinds.length > 0 ? [kinds.join(', ')] : [])].join(': '),
		reasons: reasons || why || status,
	};
}

function firstLine(text: string): string {
	return text.split('\n')[0] ?? '';
}
