import type { DraftLine } from '../draft';
import { alignLines, type LineAlignment } from './alignLines';
import { isComment } from './elision';
import { layoutFlaws } from './layoutFlaws';
import type { Match, Mismatch, SearchBlock } from './match';
import { mergeLines, type Span } from './mergeLines';
import { extent, indentPairs, inLikelyOrder, lineWriters, squeezed } from './windowMatches';

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
export function nearMatches(lines: readonly DraftLine[], block: SearchBlock): (Match | Mismatch)[] {
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
	return (isAhead ? [best] : found).map(alignment => matchOf(lines, block, alignment));
}

/** The share of the original's code that the place has word for word. */
function shareSame(lines: readonly DraftLine[], code: readonly string[], { spans }: LineAlignment): number {
	const lengths = code.map(text => squeezed(text).length);
	const isSame = (at: number) => squeezed(lines[spans[at]?.from ?? -1]?.text ?? '') === squeezed(code[at] ?? '');
	const same = lengths.filter((_, at) => isSame(at) && spans[at]?.from !== spans[at]?.to);
	const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
	return sum(same) / Math.max(1, sum(lengths));
}

function matchOf(
	lines: readonly DraftLine[],
	block: SearchBlock,
	{ spans: aligned, score }: LineAlignment,
): Match | Mismatch {
	const spans = withComments(lines, block.original, aligned);
	const merged = lineWriters(indentPairs(lines, block.original, spans), block.patched).map(write =>
		mergeLines(block, { spans, lines, isLoose: true }, write),
	);
	const place = extent(spans);
	const rewrites = inLikelyOrder(lines, place, merged).filter(rewrite => !bringsFlaws(lines, place, rewrite));
	const mismatch = merged.find((each): each is Mismatch => !Array.isArray(each));
	return rewrites.length > 0
		? { ...place, kind: 'near', score: Math.min(1, score), rewrites }
		: (mismatch ?? { problem: 'absent', ...place });
}

/** Whether a near match gets an indentation that is less likely than before. */
function bringsFlaws(
	lines: readonly DraftLine[],
	{ start, end }: { readonly start: number; readonly end: number },
	rewrite: readonly DraftLine[],
): boolean {
	const flaws = (part: readonly DraftLine[]) =>
		layoutFlaws([...lines.slice(0, start), ...part, ...lines.slice(end)].map(({ text }) => text));
	return flaws(rewrite) > flaws(lines.slice(start, end));
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
