import type { DraftLine } from '../draft';
import { type IndentPair, indentOf, indentWidth, reindenter } from './indentation';
import { layoutFlaws } from './layoutFlaws';
import type { Match, MatchKind, Mismatch, SearchBlock } from './match';
import { mergeLines, type Span, type WriteLine } from './mergeLines';

/** Blanks within a line count as one. */
export function squeezed(text: string): string {
	return text.trim().replaceAll(/\s+/g, ' ');
}

/** All places that contain the original line by line: exactly, or else in all but blanks. */
export function windowMatches(lines: readonly DraftLine[], block: SearchBlock): Match[] {
	if (block.original.every(line => line.trim() === '')) {
		return [];
	}
	const find = (kind: MatchKind, key: (text: string) => string) =>
		windows(lines, block.original, key).flatMap(spans => matchOf(lines, block, spans, kind));
	const exact = find('exact', text => text);
	return exact.length > 0 ? exact : find('whitespace', squeezed);
}

function matchOf(lines: readonly DraftLine[], block: SearchBlock, spans: readonly Span[], kind: MatchKind): Match[] {
	const pairs = indentPairs(lines, block.original, spans);
	const writers: readonly WriteLine[] = kind === 'exact' ? [text => text] : lineWriters(pairs, block.patched);
	const merged = writers.map(write => mergeLines(block, { spans, lines }, write));
	const rewrites = inLikelyOrder(lines, extent(spans), merged);
	return rewrites.length === 0 ? [] : [{ ...extent(spans), kind, score: 1, rewrites }];
}

/** This many lines around a change show the usual indentation; more may include text that is not code. */
const shownAround = 40;

/** The rewrites among some outcomes, those first whose indentation best suits the lines around them. */
export function inLikelyOrder(
	lines: readonly DraftLine[],
	{ start, end }: { readonly start: number; readonly end: number },
	outcomes: readonly (readonly DraftLine[] | Mismatch)[],
): (readonly DraftLine[])[] {
	const rewrites = outcomes.filter((each): each is readonly DraftLine[] => Array.isArray(each));
	const [head, tail] = [lines.slice(Math.max(0, start - shownAround), start), lines.slice(end, end + shownAround)];
	const flaws = (rewrite: readonly DraftLine[]) => layoutFlaws([...head, ...rewrite, ...tail].map(({ text }) => text));
	return rewrites.length < 2
		? rewrites
		: rewrites
				.map(rewrite => ({ rewrite, n: flaws(rewrite) }))
				.sort((a, b) => a.n - b.n)
				.map(({ rewrite }) => rewrite);
}

export function extent(spans: readonly Span[]): { readonly start: number; readonly end: number } {
	return { start: spans[0]?.from ?? 0, end: spans.at(-1)?.to ?? 0 };
}

/** The indentation of the lines found in both, as written and in the file. */
export function indentPairs(
	lines: readonly DraftLine[],
	original: readonly string[],
	spans: readonly Span[],
): IndentPair[] {
	return spans.flatMap(({ from, to, isGap }, at) => {
		const [given = '', actual = ''] = [original[at], lines[from]?.text];
		return isGap || to - from !== 1 || given.trim() === ''
			? []
			: [{ given: indentOf(given), actual: indentOf(actual) }];
	});
}

/**
 * Ways to convert new lines to the file's indentation, likeliest first. Models often omit the indentation of the first
 * line only; another patched line as far out as the first shows that they omitted it everywhere.
 */
export function lineWriters(pairs: readonly IndentPair[], patched: readonly string[]): WriteLine[] {
	const [first, ...rest] = pairs;
	const all = reindenter(pairs);
	const moveAll: WriteLine = text => all(text);
	if (first === undefined) {
		return [moveAll];
	}
	const given = indentWidth(first.given);
	const isMovedOut = patched.slice(1).some(text => text.trim() !== '' && indentWidth(indentOf(text)) <= given);
	const alone = isMovedOut ? [] : [firstAlone(first, rest)];
	if (pairs.every(pair => shiftOf(pair) === shiftOf(first))) {
		return rest.length > 0 ? [moveAll] : [moveAll, ...alone];
	}
	const byFirst = reindenter([first]);
	const moveByFirst: WriteLine = text => byFirst(text);
	return rest.every(pair => pair.given === pair.actual)
		? [...alone, moveAll, moveByFirst]
		: [moveAll, moveByFirst, ...alone];
}

function firstAlone(first: IndentPair, rest: readonly IndentPair[]): WriteLine {
	const [alone, others] = [reindenter([first]), reindenter(rest)];
	return (text, isFirst) => (isFirst ? alone : others)(text);
}

function shiftOf({ given, actual }: IndentPair): number {
	return indentWidth(actual) - indentWidth(given);
}

/** The places of a text in a file, each with the place of every line. */
function windows(lines: readonly DraftLine[], original: readonly string[], key: (text: string) => string): Span[][] {
	const keys = lines.map(({ text }) => key(text));
	const wanted = original.map(key);
	const [first = ''] = wanted;
	const found: Span[][] = [];
	for (let start = keys.indexOf(first); start >= 0; start = keys.indexOf(first, start + 1)) {
		if (wanted.every((each, ahead) => keys[start + ahead] === each)) {
			found.push(wanted.map((_, ahead) => ({ from: start + ahead, to: start + ahead + 1 })));
		}
	}
	return found;
}
