import { diffArrays } from 'diff';
import { wholeLines } from './textLines';

/** Adjacent lines in which two texts differ. */
export interface TextHunk {
	readonly baseline: HunkSide;
	readonly current: HunkSide;
}

/** One side of a hunk. */
export interface HunkSide {
	/** 1-based. For an empty side, the line before which its lines would be inserted, possibly one past the last. */
	readonly startLine: number;
	readonly nLines: number;
	/** The lines with their ends. */
	readonly text: string;
	/** Offset of `text` in characters from the start of the whole text. */
	readonly offset: number;
}

/**
 * With more changed lines than this, everything is one hunk: computing the shortest difference takes quadratic time.
 */
const editLimit = 4000;

/**
 * The changes from one text to the other, from top to bottom. Every character counts, line ends included: with all
 * hunks applied, `baseline` equals `current` to the last byte.
 */
export function hunksBetween(baseline: string, current: string): TextHunk[] {
	const [old, fresh] = [wholeLines(baseline), wholeLines(current)];
	const parts = diffArrays(old, fresh, { maxEditLength: editLimit }) ?? [
		{ value: old, added: false, removed: true },
		{ value: fresh, added: true, removed: false },
	];
	const hunks: TextHunk[] = [];
	let open: TextHunk | undefined;
	let [before, after] = [start, start];
	for (const { value, added, removed } of parts) {
		if (!added && !removed) {
			open = undefined;
			[before, after] = [behind(extended(before, value)), behind(extended(after, value))];
			continue;
		}
		if (open !== undefined) {
			hunks.pop();
		}
		const last: TextHunk = open ?? { baseline: before, current: after };
		open = removed
			? { ...last, baseline: extended(last.baseline, value) }
			: { ...last, current: extended(last.current, value) };
		hunks.push(open);
		[before, after] = [behind(open.baseline), behind(open.current)];
	}
	return hunks;
}

const start: HunkSide = { startLine: 1, nLines: 0, text: '', offset: 0 };

function extended(side: HunkSide, lines: readonly string[]): HunkSide {
	return { ...side, nLines: side.nLines + lines.length, text: side.text + lines.join('') };
}

function behind({ startLine, nLines, text, offset }: HunkSide): HunkSide {
	return { startLine: startLine + nLines, nLines: 0, text: '', offset: offset + text.length };
}
