import type { StageDeps } from '../../agent/agentDeps';
import { Conversation } from '../../agent/conversation';
import { fillTemplate } from '../../agent/fillTemplate';
import issuePrompt from '../../agent/issue.md';
import { joinRemarks } from '../../agent/joinRemarks';
import { TextProtocol } from '../../agent/protocols/textProtocol';
import { type Reading, runAgent } from '../../agent/runAgent';
import type { ChatMessage } from '../../model/chat';
import type { BugLocation } from '../../model/location';
import type { Patch } from '../../model/patch';
import type { PatchWritten, Stepped } from '../../model/run/runEvent';
import { emptyToolset } from '../../tools/toolset';
import { tagged } from '../../util/fenced';
import type { Workspace } from '../../workspace';
import another from './another.md';
import { applyPatchResponse } from './apply/applyPatchResponse';
import type { ApplyResult } from './apply/applyResult';
import failed from './failed.md';
import format from './format.md';
import locationsPrompt from './locations.md';
import refused from './refused.md';
import repeated from './repeated.md';
import system from './system.md';

/** What a patch is written for, and the earlier attempts. */
export interface PatchTask {
	/** The run node it is written in. */
	readonly node: string;
	readonly issue: string;
	readonly locations: readonly BugLocation[];
	/** Patches that were judged wrong, oldest first, each with the analysis. */
	readonly failures: readonly FailedPatch[];
	/** Patches of other candidates, which must not be repeated. */
	readonly others: readonly Patch[];
}

export interface FailedPatch {
	readonly patch: Patch;
	readonly analysis: string;
}

/** Answers within one patch: one that cannot be applied is sent back with the reason. */
const maxRounds = 3;

/**
 * Has the model write a patch (AutoCodeRover's patch agent) and applies it to the files in memory. Each answer that
 * does not apply is sent back with the reason and the current code. Undefined if three do not apply: the notes of the
 * node have the reasons.
 */
export async function writePatch(task: PatchTask, deps: StageDeps): Promise<Patch | undefined> {
	const { log, agent, context } = deps;
	const opening = await openingOf(task, context.workspace);
	let nAnswers = 0;
	const end = await runAgent<never, Patch>(log, task.node, {
		toolset: emptyToolset,
		protocol: new TextProtocol(new Conversation(log, agent), opening, 'write a patch', 'mend the patch'),
		context,
		limits: { maxRounds },
		stage: {
			open: async () => task.node,
			read: (_node, { text }) => readPatch(text, { task, deps, number: ++nAnswers }),
		},
	});
	return end.result;
}

interface Answer {
	readonly task: PatchTask;
	readonly deps: StageDeps;
	/** Of the answer, from 1. */
	readonly number: number;
}

/** Recorded, so that files edited later do not change the outcome of an answer. */
async function readPatch(text: string, { task, deps, number }: Answer): Promise<Reading<Patch>> {
	const { log, agent, context } = deps;
	const applied = await log.step(
		task.node,
		'apply the answer',
		{ text, locations: task.locations },
		async (): Promise<PatchWritten | Stepped> => {
			const applied = await applyPatchResponse(text, context.workspace, {
				places: task.locations,
				signal: agent.signal,
			});
			return applied.status === 'applied' && !isRepeated(applied, task)
				? { type: 'patchWritten', patch: patchOf(log.newId('p'), task, applied) }
				: { type: 'stepped', output: refusalOf(applied) };
		},
	);
	if (applied.type === 'patchWritten') {
		return { result: applied.patch, remarks: [] };
	}
	const { status, reasons } = applied.output as Refusal;
	const note = `Answer ${number} could not be applied (${status}): ${firstLine(reasons)}`;
	await log.once(task.node, { type: 'noted', text: note });
	return { remarks: [fillTemplate(refused, { reasons })] };
}

interface Refusal {
	readonly status: string;
	/** For the model. */
	readonly reasons: string;
}

function refusalOf(applied: ApplyResult): Refusal {
	const reasons = applied.status === 'applied' ? repeated.trim() : reasonsOf(applied);
	return { status: statusOf(applied), reasons };
}

/** Shown to the user: `refused: notFound`, or that the patch was written before. */
function statusOf({ status, edits }: ApplyResult): string {
	const reasons = [...new Set(edits.flatMap(({ reason }) => reason ?? []))];
	return status === 'applied' ? 'repeated' : [status, ...(reasons.length > 0 ? [reasons.join(', ')] : [])].join(': ');
}

function isRepeated({ diff }: ApplyResult, { failures, others }: PatchTask): boolean {
	return [...failures.map(({ patch }) => patch), ...others].some(patch => patch.diff === diff);
}

function reasonsOf({ why = '', edits, status }: ApplyResult): string {
	return joinRemarks([why, ...edits.map(edit => edit.why ?? '')]) || status;
}

async function openingOf(
	{ issue, locations, failures, others }: PatchTask,
	workspace: Workspace,
): Promise<ChatMessage[]> {
	return [
		{ role: 'system', text: system.trim() },
		{ role: 'user', text: fillTemplate(issuePrompt, { issue }) },
		{ role: 'user', text: fillTemplate(locationsPrompt, { locations: await locationsText(locations, workspace) }) },
		...others.map(({ diff }): ChatMessage => ({ role: 'user', text: fillTemplate(another, { patch: diff }) })),
		...failures.flatMap(({ patch, analysis }): ChatMessage[] => [
			{ role: 'assistant', text: patch.diff },
			{ role: 'user', text: fillTemplate(failed, { analysis }) },
		]),
		{ role: 'user', text: format.trim() },
	];
}

function patchOf(id: string, { failures }: PatchTask, { diff, changes }: ApplyResult): Patch {
	const replaces = failures.at(-1)?.patch.id;
	return { id, diff, files: changes, ...(replaces !== undefined && { replaces }) };
}

function firstLine(text: string): string {
	return text.split('\n')[0] ?? '';
}

/** Longer locations are cut: most are methods, few are files. */
const lineLimit = 400;

/** The located places with their current code, without line numbers: a patch quotes it. */
async function locationsText(locations: readonly BugLocation[], { files }: Workspace): Promise<string> {
	const texts: string[] = [];
	for (const [at, location] of locations.entries()) {
		const lines = (await files.readText(location.file)).split(/\r?\n/);
		texts.push(locationText(location, at + 1, lines));
	}
	return texts.join('\n\n');
}

function locationText(location: BugLocation, number: number, lines: readonly string[]): string {
	const { file, class: owner, method, startLine, endLine, intendedBehavior } = location;
	const lastLine = Math.min(endLine, startLine + lineLimit - 1);
	const code = lines.slice(startLine - 1, lastLine);
	const rest = endLine > lastLine ? [`(${endLine - lastLine} more lines)`] : [];
	return [
		`Location #${number}`,
		`<file>${file}</file>`,
		...(owner === undefined ? [] : [`<class>${owner}</class>`]),
		...(method === undefined ? [] : [`<method>${method}</method>`]),
		tagged('code', [...code, ...rest].join('\n')),
		...(intendedBehavior === '' ? [] : [`<intended_behavior>${intendedBehavior}</intended_behavior>`]),
	].join('\n');
}
