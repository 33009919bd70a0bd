import type { DraftLine } from '../draft';
import { type IndentPair, indentOf, indentWidth, reindenter } from './indentation';
import {
	type Found,
	type Match,
	type MatchKind,
	type MatchRequest,
	type Mismatch,
	type SearchBlock,
	squeezed,
} from './match';
import { type Alignment, mergeLines, type Span, type WriteLine } from './mergeLines';

/** All places that contain the original line by line: exactly, or else in all but blanks. */
export function windowMatches({ lines, block }: MatchRequest): readonly Found[] {
	if (block.original.every(line => line.trim() === '')) {
		return [];
	}
	const find = (kind: MatchKind, key: (text: string) => string) =>
		windows(lines, block.original, key).map(spans => mergedMatch(block, { spans, lines }, { kind, score: 1 }));
	const exact = find('exact', text => text);
	return exact.length > 0 ? exact : find('whitespace', squeezed);
}

/** The match at an alignment, in every indentation that new lines may get; or why it cannot be applied there. */
export function mergedMatch(block: SearchBlock, alignment: Alignment, how: Pick<Match, 'kind' | 'score'>): Found {
	const pairs = indentPairs(alignment.lines, block.original, alignment.spans);
	const writers = how.kind === 'exact' ? [(text: string) => text] : lineWriters(pairs, block.patched);
	const merged = writers.map(write => mergeLines(block, alignment, write));
	const rewrites = merged.filter((each): each is DraftLine[] => Array.isArray(each));
	const mismatch = merged.find((each): each is Mismatch => !Array.isArray(each));
	return rewrites.length === 0 && mismatch ? mismatch : { ...extent(alignment.spans), ...how, rewrites };
}

function extent(spans: readonly Span[]): { readonly start: number; readonly end: number } {
	return { start: spans[0]?.from ?? 0, end: spans.at(-1)?.to ?? 0 };
}

/** The indentation of the lines found in both, as written and in the file. */
function indentPairs(lines: readonly DraftLine[], original: readonly string[], spans: readonly Span[]): IndentPair[] {
	return spans.flatMap(({ from, to, isGap }, at) => {
		const [given = '', actual = ''] = [original[at], lines[from]?.text];
		return isGap || to - from !== 1 || given.trim() === ''
			? []
			: [{ given: indentOf(given), actual: indentOf(actual) }];
	});
}

/**
 * Ways to convert new lines to the file's indentation, likeliest first. Models often omit the indentation of the first
 * line only: then the others have it, or they are all as far in as that line should be.
 */
function lineWriters(pairs: readonly IndentPair[], patched: readonly string[]): WriteLine[] {
	const [first, ...rest] = pairs;
	const all = reindenter(pairs);
	const moveAll: WriteLine = text => all(text);
	if (first === undefined || (rest.length > 0 && pairs.every(pair => shiftOf(pair) === shiftOf(first)))) {
		return [moveAll];
	}
	const byFirst = reindenter([first]);
	const moveByFirst: WriteLine = text => byFirst(text);
	const width = indentWidth(first.actual);
	const others = patched.slice(1).filter(text => text.trim() !== '');
	const isAlone =
		rest.length > 0
			? rest.every(pair => pair.given === pair.actual)
			: others.every(text => indentWidth(indentOf(text)) >= width);
	const alone = firstAlone(first, rest);
	return isAlone ? [alone, moveAll, moveByFirst] : [moveAll, moveByFirst, alone];
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
