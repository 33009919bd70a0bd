import { printDiff } from '../../../diff/printDiff';
import type { Workspace } from '../../../workspace';
import { type Draft, draftText } from './draft';
import { EditRound } from './editRound';
import type { LandedEdit, Landing } from './landing';
import type { LandingOptions } from './landingOptions';
import { type PatchAnswer, readAnswer } from './reading/readAnswer';
import noEdits from './reasons/noEdits.md';
import { refusal, sourceLines } from './refusal';
import { newErrors } from './syntaxCheck';

/**
 * Makes the edits of a model's answer on the files of the workspace as they are now, in memory: all of them or none. An
 * edit goes where its original stands, found by ever looser comparisons as long as the place is the only one; nothing is
 * guessed, nothing outside the workspace is touched, and no file gets a new syntax error.
 */
export async function landAnswer(
	answer: string | PatchAnswer,
	workspace: Workspace,
	options: LandingOptions = {},
): Promise<Landing> {
	const read = typeof answer === 'string' ? readAnswer(answer) : answer;
	const round = new EditRound(workspace, options, read);
	const made: LandedEdit[] = [];
	for (const edit of read.edits) {
		options.signal?.throwIfAborted();
		made.push(await round.land(edit));
	}
	return conclude(workspace, round.drafts.all(), made);
}

async function conclude(
	workspace: Workspace,
	drafts: readonly { readonly before: Draft; readonly after: Draft }[],
	made: readonly LandedEdit[],
): Promise<Landing> {
	const edits = await withSyntax(workspace, drafts, made);
	const changes = drafts.map(({ after }) => ({
		path: after.path,
		...(after.before !== undefined && { before: after.before }),
		...(!after.isDeleted && { after: draftText(after) }),
	}));
	const diff = printDiff(changes);
	if (edits.some(({ status }) => status === 'refused')) {
		const held = edits.map(edit => (edit.status === 'landed' ? { ...edit, status: 'fits' as const } : edit));
		return { status: 'refused', edits: held, diff: '', changes: [] };
	}
	if (edits.every(({ status }) => status === 'leftOut')) {
		return { status: 'noEdits', edits, diff: '', changes: [], why: noEdits.trim() };
	}
	if (diff === '') {
		const same = edits.map(edit => (edit.status === 'landed' ? { ...edit, status: 'unchanged' as const } : edit));
		return { status: 'unchanged', edits: same, diff: '', changes: [] };
	}
	return { status: 'landed', edits, diff, changes: changes.filter(({ before, after }) => before !== after) };
}

/** Refuses the edits of files that have new syntax errors after all of them. */
async function withSyntax(
	workspace: Workspace,
	drafts: readonly { readonly before: Draft; readonly after: Draft }[],
	made: readonly LandedEdit[],
): Promise<LandedEdit[]> {
	let edits = [...made];
	for (const { before, after } of drafts) {
		const [error] = await newErrors(workspace, before, after);
		if (error !== undefined) {
			const source = sourceLines(after.lines, error.startLine - 4, Math.min(error.endLine, error.startLine + 8) + 3);
			const { reason, why } = refusal('syntax', after.path, { source });
			edits = edits.map(edit =>
				edit.file === after.path && edit.status === 'landed' ? { ...edit, status: 'refused', reason, why } : edit,
			);
		}
	}
	return edits;
}
