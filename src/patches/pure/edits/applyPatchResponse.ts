import type { Workspace } from '../../../history/pure/workspace';
import { printDiff } from '../../../runs/pure/diff/printDiff';
import type { ApplyOptions } from './applyOptions';
import type { AppliedEdit, ApplyResult } from './applyResult';
import { type Draft, draftText } from './draft';
import { EditApplier } from './editApplier';
import { type PatchAnswer, readAnswer } from './reading/readAnswer';
import noEdits from './reasons/noEdits.md';
import { refusal, sourceLines } from './refusal';
import { newErrors } from './syntaxCheck';

/**
 * Applies the edits of a model's answer to the current files of the workspace, in memory: all of them or none. An edit
 * is applied at its original, found by increasingly loose comparisons if the place is unique. Nothing is guessed,
 * nothing outside the workspace is touched, and no file gets a new syntax error.
 */
export async function applyPatchResponse(
	answer: string | PatchAnswer,
	workspace: Workspace,
	options: ApplyOptions = {},
): Promise<ApplyResult> {
	const read = typeof answer === 'string' ? readAnswer(answer) : answer;
	const applier = new EditApplier(workspace, options, read);
	const applied: AppliedEdit[] = [];
	for (const [at, edit] of read.edits.entries()) {
		if (at % editsPerSlice === editsPerSlice - 1) {
			await new Promise(resolve => setTimeout(resolve));
		}
		options.signal?.throwIfAborted();
		applied.push(await applier.apply(edit));
	}
	return conclude(workspace, applier.drafts.all(), applied);
}

/** After so many, other work of the thread gets its turn, so that a signal can be aborted. */
const editsPerSlice = 20;

async function conclude(
	workspace: Workspace,
	drafts: readonly { readonly before: Draft; readonly after: Draft }[],
	applied: readonly AppliedEdit[],
): Promise<ApplyResult> {
	const edits = await withSyntax(workspace, drafts, applied);
	const changes = drafts.map(({ after }) => ({
		path: after.path,
		...(after.before !== undefined && { before: after.before }),
		...(!after.isDeleted && { after: draftText(after) }),
	}));
	const diff = printDiff(changes);
	if (edits.some(({ status }) => status === 'refused')) {
		const matching = edits.map(edit => (edit.status === 'applied' ? { ...edit, status: 'matches' as const } : edit));
		return { status: 'refused', edits: matching, diff: '', changes: [] };
	}
	if (edits.every(({ status }) => status === 'leftOut')) {
		return { status: 'noEdits', edits, diff: '', changes: [], why: noEdits.trim() };
	}
	if (diff === '') {
		const same = edits.map(edit => (edit.status === 'applied' ? { ...edit, status: 'unchanged' as const } : edit));
		return { status: 'unchanged', edits: same, diff: '', changes: [] };
	}
	return { status: 'applied', edits, diff, changes: changes.filter(({ before, after }) => before !== after) };
}

/** Refuses the edits of files that have new syntax errors after all of them. */
async function withSyntax(
	workspace: Workspace,
	drafts: readonly { readonly before: Draft; readonly after: Draft }[],
	applied: readonly AppliedEdit[],
): Promise<AppliedEdit[]> {
	let edits = [...applied];
	for (const { before, after } of drafts) {
		const [error] = await newErrors(workspace, before, after);
		if (error !== undefined) {
			const source = sourceLines(after.lines, error.startLine - 4, Math.min(error.endLine, error.startLine + 8) + 3);
			const { reason, why } = refusal('syntax', after.path, { source });
			edits = edits.map(edit =>
				edit.file === after.path && edit.status === 'applied' ? { ...edit, status: 'refused', reason, why } : edit,
			);
		}
	}
	return edits;
}
