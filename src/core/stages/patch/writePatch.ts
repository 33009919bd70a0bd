import type { AgentParts } from '../../agent/agentParts';
import { fillTemplate } from '../../agent/fillTemplate';
import issuePrompt from '../../agent/issue.md';
import { joinRemarks } from '../../agent/joinRemarks';
import type { ModelCaller } from '../../agent/modelCaller';
import { noteOnce } from '../../agent/noteOnce';
import { Thread } from '../../agent/thread';
import type { BugLocation } from '../../model/location';
import type { Patch } from '../../model/patch';
import type { RunLog } from '../../runLog';
import type { Workspace } from '../../workspace';
import another from './another.md';
import failed from './failed.md';
import format from './format.md';
import { landAnswer } from './landing/landAnswer';
import type { Landing } from './landing/landing';
import locationsPrompt from './locations.md';
import { locationsText } from './locationsText';
import refused from './refused.md';
import repeated from './repeated.md';
import system from './system.md';

/** What a patch is written for, and what came of the ones before it. */
export interface PatchTask {
	/** Id of the patch to be, and of the run node it is written in. */
	readonly id: string;
	readonly issue: string;
	readonly locations: readonly BugLocation[];
	/** Patches that were judged wrong, oldest first, each with what was said of it. */
	readonly failures: readonly FailedPatch[];
	/** Patches of other candidates, which are not to be written again. */
	readonly others: readonly Patch[];
}

export interface FailedPatch {
	readonly patch: Patch;
	readonly analysis: string;
}

export interface PatchParts {
	readonly log: RunLog;
	readonly agent: AgentParts;
	readonly caller: ModelCaller;
	readonly workspace: Workspace;
}

/** Tries within one patch: an answer that cannot be made on the files is sent back with the reason. */
const maxTries = 3;

/**
 * Has the model write a patch (AutoCodeRover's patch agent) and makes it on the files in memory. Each answer that does not
 * fit is told why, with the code that stands there. Undefined where three do not: the notes of the node say what was wrong.
 */
export async function writePatch(task: PatchTask, parts: PatchParts): Promise<Patch | undefined> {
	const { log, workspace } = parts;
	const thread = await openThread(task, parts);
	for (let nTries = 1; nTries <= maxTries; nTries++) {
		const { text } = await thread.ask(task.id, { purpose: nTries === 1 ? 'write a patch' : 'mend the patch' });
		const landing = await landAnswer(text, workspace, { places: task.locations, signal: parts.agent.signal });
		if (landing.status === 'landed' && !isRepeated(landing, task)) {
			return patchOf(task, landing);
		}
		const reasons = landing.status === 'landed' ? repeated.trim() : reasonsOf(landing);
		await noteOnce(log, task.id, `Try ${nTries} cannot be taken (${statusOf(landing)}): ${firstLine(reasons)}`);
		thread.add({ role: 'user', text: fillTemplate(refused, { reasons }) });
	}
	return undefined;
}

/** For who looks at the run: `refused: notFound`, or that the patch was written before. */
function statusOf({ status, edits }: Landing): string {
	const reasons = [...new Set(edits.flatMap(({ reason }) => reason ?? []))];
	return status === 'landed' ? 'repeated' : [status, ...(reasons.length > 0 ? [reasons.join(', ')] : [])].join(': ');
}

function isRepeated({ diff }: Landing, { failures, others }: PatchTask): boolean {
	return [...failures.map(({ patch }) => patch), ...others].some(patch => patch.diff === diff);
}

function reasonsOf({ why = '', edits, status }: Landing): string {
	return joinRemarks([why, ...edits.map(edit => edit.why ?? '')]) || status;
}

async function openThread({ issue, locations, failures, others }: PatchTask, parts: PatchParts): Promise<Thread> {
	const thread = new Thread(parts.log, parts.agent, parts.caller);
	const places = await locationsText(locations, parts.workspace);
	thread.add(
		{ role: 'system', text: system.trim() },
		{ role: 'user', text: fillTemplate(issuePrompt, { issue }) },
		{ role: 'user', text: fillTemplate(locationsPrompt, { locations: places }) },
	);
	for (const { diff } of others) {
		thread.add({ role: 'user', text: fillTemplate(another, { patch: diff }) });
	}
	for (const { patch, analysis } of failures) {
		thread.add({ role: 'assistant', text: patch.diff }, { role: 'user', text: fillTemplate(failed, { analysis }) });
	}
	thread.add({ role: 'user', text: format.trim() });
	return thread;
}

function patchOf({ id, failures }: PatchTask, { diff, changes }: Landing): Patch {
	const replaces = failures.at(-1)?.patch.id;
	return { id, diff, files: changes, ...(replaces !== undefined && { replaces }) };
}

function firstLine(text: string): string {
	return text.split('\n')[0] ?? '';
}
