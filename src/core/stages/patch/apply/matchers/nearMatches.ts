import type { DraftLine } from '../draft';
import { alignLines, type LineAlignment } from './alignLines';
import { isComment } from './elision';
import { layoutFlaws } from './layoutFlaws';
import type { Match, Mismatch, SearchBlock } from './match';
import { mergeLines, type Span } from './mergeLines';
import { extent, indentPairs, inLikelyOrder, lineWriters, squeezed } from './windowMatches';

/** So much of the original must stand there. */
const enough = 0.75;
/** So much of it must be the very same. */
const enoughSame = 0.5;
/** Fewer lines of code than this are near to too much. */
const fewestLines = 2;
/** So much less must stand at any other place. */
const lead = 0.15;

/**
 * The place where most of the original stands, if it is far ahead of any other: lines may differ a little, and the file
 * may have lines between. Comments of the original need not stand there. Several places if none is far enough ahead.
 */
export function nearMatches(lines: readonly DraftLine[], searchBlock: SearchBlock): (Match | Mismatch)[] {
	const code = searchBlock.original.map(line => (isComment(line) ? '' : line));
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
	return (isAhead ? [best] : found).map(alignment => matchOf(lines, searchBlock, alignment));
}

/** The share of the original's code that stands there word by word. */
function shareSame(lines: readonly DraftLine[], code: readonly string[], { spans }: LineAlignment): number {
	const lengths = code.map(text => squeezed(text).length);
	const isSame = (at: number) => squeezed(lines[spans[at]?.from ?? -1]?.text ?? '') === squeezed(code[at] ?? '');
	const same = lengths.filter((_, at) => isSame(at) && spans[at]?.from !== spans[at]?.to);
	const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
	return sum(same) / Math.max(1, sum(lengths));
}

function matchOf(
	lines: readonly DraftLine[],
	searchBlock: SearchBlock,
	{ spans: aligned, score }: LineAlignment,
): Match | Mismatch {
	const spans = withComments(lines, searchBlock.original, aligned);
	const merged = lineWriters(indentPairs(lines, searchBlock.original, spans), searchBlock.patched).map(write =>
		mergeLines(searchBlock, { spans, lines, isLoose: true }, write),
	);
	const place = extent(spans);
	const rewrites = inLikelyOrder(lines, place, merged).filter(rewrite => !bringsFlaws(lines, place, rewrite));
	const mismatch = merged.find((each): each is Mismatch => !Array.isArray(each));
	return rewrites.length > 0
		? { ...place, kind: 'near', score: Math.min(1, score), rewrites }
		: (mismatch ?? { problem: 'absent', ...place });
}

/** Whether a place that is only near to what is searchBlock gets an indentation that is less likely than before. */
function bringsFlaws(
	lines: readonly DraftLine[],
	{ start, end }: { readonly start: number; readonly end: number },
	rewrite: readonly DraftLine[],
): boolean {
	const flaws = (part: readonly DraftLine[]) =>
		layoutFlaws([...lines.slice(0, start), ...part, ...lines.slice(end)].map(({ text }) => text));
	return flaws(rewrite) > flaws(lines.slice(start, end));
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
