import type { DraftLine } from '../draft';
import { alignLines, type LineAlignment } from './alignLines';
import { isComment } from './elision';
import { type Found, type MatchRequest, squeezed } from './match';
import type { Span } from './mergeLines';
import { mergedMatch } from './windowMatches';

/** This share of the original must be found. */
const enough = 0.75;
/** This share of it must be identical. */
const enoughSame = 0.5;
/** Fewer lines of code than this are similar to too many places. */
const fewestLines = 2;
/** Any other place must score lower by at least this much. */
const lead = 0.15;

/**
 * The place that has most of the original, if it is far ahead of any other: lines may differ a little, and the file may
 * have lines in between. Comments of the original need not be present. Several places if none is far enough ahead.
 */
export function nearMatches({ lines, block }: MatchRequest): Found[] {
	const code = block.original.map(line => (isComment(line) ? '' : line));
	const found = alignLines(
		code,
		lines.map(({ text }) => text),
		2,
	);
	const [best, second] = found;
	const isLong = code.filter(text => text.trim() !== '').length >= fewestLines;
	if (best === undefined || !isLong || best.score < enough || shareSame(lines, code, best) < enoughSame) {
		return [];
	}
	const isAhead = second === undefined || second.score <= best.score - lead;
	return (isAhead ? [best] : found).map(({ spans: aligned, score }) => {
		const spans = withComments(lines, block.original, aligned);
		return mergedMatch(block, { spans, lines, isLoose: true }, { kind: 'near', score: Math.min(1, score) });
	});
}

/** The share of the original's code that the place has word for word. */
function shareSame(lines: readonly DraftLine[], code: readonly string[], { spans }: LineAlignment): number {
	const lengths = code.map(text => squeezed(text).length);
	const isSame = (at: number) => squeezed(lines[spans[at]?.from ?? -1]?.text ?? '') === squeezed(code[at] ?? '');
	const same = lengths.filter((_, at) => isSame(at) && spans[at]?.from !== spans[at]?.to);
	const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
	return sum(same) / Math.max(1, sum(lengths));
}

/** Adds the comments and blank lines that directly follow the line before them. */
function withComments(lines: readonly DraftLine[], original: readonly string[], spans: readonly Span[]): Span[] {
	const placed: Span[] = [];
	for (const [at, span] of spans.entries()) {
		const from = placed.at(-1)?.to ?? span.from;
		const text = original[at] ?? '';
		const next = spans.slice(at + 1).find(each => each.to > each.from)?.from ?? Number.POSITIVE_INFINITY;
		const isPresent = span.from === span.to && from < next && lines[from]?.text.trim() === text.trim();
		placed.push(isPresent ? { from, to: from + 1 } : span.from === span.to ? { from, to: from } : span);
	}
	return placed;
}
