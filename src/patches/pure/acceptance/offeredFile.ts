import { hunksBetween, type TextHunk } from '../../../runs/pure/diff/hunksBetween';
import { mergeTexts } from '../../../runs/pure/diff/mergeTexts';
import { exchangedHunks } from '../../../runs/pure/diff/textReview';
import { withLineEnds } from '../../../runs/pure/diff/withLineEnds';
import type { HunkState } from '../../../runs/pure/events/patchDecisions';
import type { PatchedFile } from '../../../runs/pure/model/patch';

/** The hunks of one file of a patch that can be reviewed in the present file. Texts have `\n` line ends. */
export interface OfferedFile {
	/** Positions, in the patch's own diff, of the hunks to be decided. */
	readonly hunks: readonly number[];
	/** The file with them; if they conflict with the user's edits, the edits. */
	readonly text: string;
	/** The file without them; absent if it does not have them yet. */
	readonly baseline?: string;
	/** The file was edited since the patch was written, and the patch still applies. */
	readonly isMerged: boolean;
	/** In sentences that name the file. */
	readonly conflicts: readonly string[];
}

/** The patch's own diff of a file: the hunks the log counts and decides. A new or deleted file is one hunk. */
export function patchHunks({ before, after }: PatchedFile): TextHunk[] {
	const [old = '', fresh = ''] = [before, after].map(text => text && withLineEnds(text, '\n'));
	if (before !== undefined && after !== undefined) {
		return hunksBetween(old, fresh);
	}
	const side = (text: string) => ({ startLine: 1, nLines: text.split('\n').length - 1, text, offset: 0 });
	return [{ baseline: side(old), current: side(fresh) }];
}

/** How many hunks each file of a patch has. */
export function hunkCounts(files: readonly PatchedFile[]): { readonly path: string; readonly nHunks: number }[] {
	return files.map(file => ({ path: file.path, nHunks: patchHunks(file).length }));
}

/**
 * `now`: the file with unsaved edits; undefined if there is none. Offers hunks that are pending or were undone; if the
 * whole patch has none, `again` offers rejected ones. Undefined: nothing of it is left to decide.
 */
export function offeredFile(
	file: PatchedFile,
	stateOf: (hunk: number) => HunkState,
	again: boolean,
	now: string | undefined,
): OfferedFile | undefined {
	const all = patchHunks(file);
	const hunks = inState(all, stateOf, 'pending', 'undone', ...(again ? (['rejected'] as const) : []));
	if (hunks.length === 0) {
		return undefined;
	}
	const { path } = file;
	const [before, after] = [file.before, file.after].map(text => text && withLineEnds(text, '\n'));
	if (before === undefined || after === undefined) {
		return offeredWhole(path, [before, after], hunks, now);
	}
	if (now === undefined) {
		return refused(hunks, '', `${path} no longer exists.`);
	}
	const accepted = inState(all, stateOf, 'accepted');
	const base = withHunks(before, all, accepted);
	const proposed = withHunks(before, all, [...accepted, ...hunks]);
	const { text, conflicts } = mergeTexts(base, { mine: now, theirs: proposed }, 'mine');
	return text === now && conflicts.length === 0
		? undefined
		: {
				...{ hunks, text, isMerged: now !== base && conflicts.length === 0 },
				conflicts: conflicts.map(({ startLine, mine }) => `${path} ${linesText(startLine, mine)} changed since.`),
			};
}

/**
 * The same for a change of the working tree: the file as it is, edits since included, has the hunks that are offered, and
 * its baseline is the text from before with those edits.
 */
export function offeredInFile(
	file: PatchedFile,
	stateOf: (hunk: number) => HunkState,
	now: string | undefined,
): OfferedFile | undefined {
	const all = patchHunks(file);
	const hunks = inState(all, stateOf, 'pending', 'undone');
	const isGone = (now === undefined) !== (file.after === undefined);
	if (hunks.length === 0 || isGone) {
		return undefined;
	}
	const before = withLineEnds(file.before ?? '', '\n');
	const accepted = inState(all, stateOf, 'accepted');
	const kept = withHunks(before, all, accepted);
	const known = withHunks(before, all, [...accepted, ...hunks]);
	const text = now ?? '';
	const baseline = mergeTexts(known, { mine: kept, theirs: text }, 'mine').text;
	return { hunks, text, baseline, isMerged: false, conflicts: [] };
}

function inState(
	hunks: readonly TextHunk[],
	stateOf: (hunk: number) => HunkState,
	...states: readonly HunkState[]
): number[] {
	return hunks.map((_, at) => at).filter(at => states.includes(stateOf(at)));
}

function offeredWhole(
	path: string,
	[before, after]: readonly (string | undefined)[],
	hunks: readonly number[],
	now: string | undefined,
): OfferedFile | undefined {
	if (now === after) {
		return undefined;
	}
	if (now === before) {
		return { hunks, text: after ?? '', isMerged: false, conflicts: [] };
	}
	return refused(
		hunks,
		now ?? '',
		before === undefined
			? `${path} is new in the patch and already exists.`
			: `${path} would be deleted, but was edited since.`,
	);
}

function refused(hunks: readonly number[], text: string, conflict: string): OfferedFile {
	return { hunks, text, isMerged: false, conflicts: [conflict] };
}

function withHunks(text: string, hunks: readonly TextHunk[], chosen: readonly number[]): string {
	return exchangedHunks(
		text,
		hunks.filter((_, at) => chosen.includes(at)),
		'baseline',
	);
}

function linesText(startLine: number, text: string): string {
	const endLine = startLine + Math.max(1, text.split('\n').length - 1) - 1;
	return endLine === startLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}
