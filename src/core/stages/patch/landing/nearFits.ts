import { alignLines, type LineAlignment } from './alignLines';
import type { DraftLine } from './draft';
import { isComment } from './elision';
import type { Fit, Misfit, Sought } from './fit';
import { mergeLines, type Span } from './mergeLines';
import { extent, indentPairs, lineWriters } from './windowFits';

/** So much of the original must stand there. */
const enough = 0.75;
/** So much less must stand at any other place. */
const lead = 0.15;

/**
 * The place where most of the original stands, if it is far ahead of any other: lines may differ a little, and the file
 * may have lines between. Comments of the original need not stand there. Several places if none is far enough ahead.
 */
export function nearFits(lines: readonly DraftLine[], sought: Sought): (Fit | Misfit)[] {
	const code = sought.original.map(line => (isComment(line) ? '' : line));
	const found = alignLines(
		code,
		lines.map(({ text }) => text),
		2,
	);
	const [best, second] = found;
	if (best === undefined || best.score < enough) {
		return [];
	}
	const isAhead = second === undefined || second.score <= best.score - lead;
	return (isAhead ? [best] : found).map(alignment => fitOf(lines, sought, alignment));
}

function fitOf(lines: readonly DraftLine[], sought: Sought, { spans: aligned, score }: LineAlignment): Fit | Misfit {
	const spans = withComments(lines, sought.original, aligned);
	const merged = lineWriters(indentPairs(lines, sought.original, spans), sought.patched).map(write =>
		mergeLines(sought, { spans, lines }, write),
	);
	const rewrites = merged.filter(each => Array.isArray(each));
	const misfit = merged.find(each => !Array.isArray(each));
	return misfit !== undefined && 'problem' in misfit
		? misfit
		: { ...extent(spans), match: 'near', score: Math.min(1, score), rewrites };
}

/** Comments and blank lines that stand right behind the line before them are there as well. */
function withComments(lines: readonly DraftLine[], original: readonly string[], spans: readonly Span[]): Span[] {
	const placed: Span[] = [];
	for (const [at, span] of spans.entries()) {
		const from = placed.at(-1)?.to ?? span.from;
		const text = original[at] ?? '';
		const next = spans.slice(at + 1).find(each => each.to > each.from)?.from ?? Number.POSITIVE_INFINITY;
		const isThere = span.from === span.to && from < next && lines[from]?.text.trim() === text.trim();
		placed.push(isThere ? { from, to: from + 1 } : span.from === span.to ? { from, to: from } : span);
	}
	return placed;
}
