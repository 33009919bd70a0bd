import { hunksBetween, type TextHunk } from '../../core/diff/hunksBetween';
import type { LineRange } from '../../core/model/symbol';

/**
 * Where whole lines (1-based, inclusive) are once the lines `before`, of which the first is `firstLine`, became `after`: a
 * file that is exchanged as a whole still has most of its lines. White space at their ends counts for nothing, as
 * formatters change it.
 */
export function shiftByDiff(
	lines: LineRange,
	before: readonly string[],
	after: readonly string[],
	firstLine = 1,
): LineRange {
	const hunks = hunksBetween(comparable(before), comparable(after));
	// From the end to the start none moves another.
	return hunks.reverse().reduce((range, hunk) => shifted(range, hunk, firstLine - 1), lines);
}

/** The last line has an end as well, so that as many lines are counted as an editor shows. */
function comparable(lines: readonly string[]): string {
	return lines.map(line => `${line.trim()}\n`).join('');
}

function shifted({ startLine, endLine }: LineRange, { baseline, current }: TextHunk, nAbove: number): LineRange {
	const first = baseline.startLine + nAbove;
	const last = first + baseline.nLines - 1;
	const delta = current.nLines - baseline.nLines;
	if (last < startLine) {
		return { startLine: startLine + delta, endLine: endLine + delta };
	}
	if (first > endLine) {
		return { startLine, endLine };
	}
	const end = first + current.nLines - 1;
	const start = first >= startLine ? startLine : shiftedStart(startLine, endLine, { first, last, end });
	const kept = endLine - Math.max(startLine, first);
	const newEnd = last <= endLine ? endLine + delta : Math.min(end, Math.max(start, first) + kept);
	return { startLine: start, endLine: Math.max(start, newEnd) };
}

/** Of lines that begin inside a hunk: as far from its start where it goes on behind them, else as far from its end. */
function shiftedStart(
	startLine: number,
	endLine: number,
	{ first, last, end }: { readonly first: number; readonly last: number; readonly end: number },
): number {
	const wanted = last > endLine ? startLine : end - (last - startLine);
	return Math.max(first, Math.min(wanted, end));
}
