import type { NeededText } from '../../index/trigrams/neededText';
import { isStopWord } from '../../index/words/stopWords';
import { stem } from '../../index/words/terms';
import { wordParts } from '../../index/words/words';
import type { TextPattern } from './textScan';
import notes from './wordNotes.json';

const wordLimit = 8;
/** Loosely read words must be so close together, as many lines as are shown around a hit. */
export const nearLines = 2;
/** As many as most functions have. */
const functionLines = 40;
const queryLimit = 1000;

/** At most 8 words of a query, in lower case and each once, without words like `the` if there are others. */
export function queryWords(query: string): string[] {
	const words = query.slice(0, queryLimit).match(/[\p{L}\p{N}_$]+/gu) ?? [];
	const all = [...new Set(words.map(word => word.toLowerCase()))];
	const telling = all.filter(word => word.length > 1 && !isStopWord(word));
	return (telling.length > 0 ? telling : all).slice(0, wordLimit);
}

/** All words in one line, in any order and case, as words or as parts of them. */
export function inOneLine(words: readonly string[]): TextPattern {
	return together(words, { atLeast: words.length, lines: 0, note: '' });
}

/** All words in so many lines as most functions have. */
export function nearEachOther(words: readonly string[]): TextPattern {
	return together(words, { atLeast: words.length, lines: functionLines, note: notes.near });
}

/** The stems of all parts of the words in a few lines: `cancelled_works` is `cancel` and `work`. */
export function byStems(words: readonly string[]): TextPattern {
	const stems = [...new Set(words.flatMap(wordParts).map(rootOf))].filter(part => part.length > 2).slice(0, wordLimit);
	return together(stems, { atLeast: stems.length, lines: nearLines, note: notes.stems });
}

/** As many of the words as are found together in a few lines, at least half of them; most first. */
export function mostWords(words: readonly string[]): TextPattern[] {
	const least = Math.max(1, Math.ceil(words.length / 2));
	return Array.from({ length: Math.max(0, words.length - least) }, (_, at) => words.length - 1 - at).map(atLeast =>
		together(words, { atLeast, lines: nearLines, note: `${notes.some} ${atLeast} of ${words.length}.` }),
	);
}

/** `cancelling` is `cancel`: a root that is cut too short still occurs in the word. */
function rootOf(part: string): string {
	const word = part.toLowerCase();
	const root = stem(word);
	return root !== word && root.at(-1) === root.at(-2) ? root.slice(0, -1) : root;
}

interface Nearness {
	/** The number of words found. */
	readonly atLeast: number;
	/** The number of lines before and after. */
	readonly lines: number;
	readonly note: string;
}

/** Each line with one of some words that has enough of them around it. */
function together(words: readonly string[], { atLeast, lines, note }: Nearness): TextPattern {
	return {
		note,
		needed: neededOf(words, atLeast),
		*find(text) {
			const lower = text.toLowerCase();
			// In few languages a letter has another length in lower case.
			const places = words.map(word => occurrences(lower.length === text.length ? lower : text, word));
			if (words.length > 0 && places.filter(each => each.length > 0).length >= atLeast) {
				yield* linesTogether(text, places, { atLeast, lines });
			}
		},
	};
}

/** Ascending offsets, of those in one line the first. */
function occurrences(text: string, word: string): number[] {
	const found: number[] = [];
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at)) {
		found.push(at);
		const end = text.indexOf('\n', at);
		at = end < 0 ? text.length : end;
	}
	return found;
}

/** In time proportional to the text, however many lines may be between the words. */
function* linesTogether(
	text: string,
	places: readonly (readonly number[])[],
	{ atLeast, lines }: Pick<Nearness, 'atLeast' | 'lines'>,
): Iterable<readonly [number, number]> {
	const rows = places.map(offsets => rowsOf(text, offsets));
	const rarest = rows.reduce((least, each) => (each.length < least.length ? each : least));
	const isAll = atLeast === rows.length;
	const anchors = new Map<number, number>();
	for (const [at, each] of rows.entries()) {
		for (const [nth, row] of isAll && each !== rarest ? [] : each.entries()) {
			anchors.set(row, anchors.get(row) ?? places[at]?.[nth] ?? 0);
		}
	}
	const next = rows.map(() => 0);
	for (const [row, offset] of [...anchors].sort(([a], [b]) => a - b)) {
		let count = 0;
		for (const [at, each] of rows.entries()) {
			let position = next[at] ?? 0;
			while ((each[position] ?? Number.POSITIVE_INFINITY) < row - lines) {
				position++;
			}
			next[at] = position;
			count += (each[position] ?? Number.POSITIVE_INFINITY) <= row + lines ? 1 : 0;
		}
		if (count >= atLeast) {
			yield [offset, offset + 1];
		}
	}
}

/** The 0-based rows of ascending offsets. */
function rowsOf(text: string, offsets: readonly number[]): number[] {
	let row = 0;
	let next = text.indexOf('\n');
	return offsets.map(offset => {
		while (next >= 0 && next < offset) {
			row++;
			next = text.indexOf('\n', next + 1);
		}
		return row;
	});
}

/** Every choice of so many words. */
function neededOf(words: readonly string[], atLeast: number): NeededText {
	const choices = (from: number, count: number): string[][] =>
		count === 0
			? [[]]
			: words
					.slice(from, words.length - count + 1)
					.flatMap((word, at) => choices(from + at + 1, count - 1).map(rest => [word, ...rest]));
	return atLeast === words.length ? { all: words } : { any: choices(0, atLeast).map(all => ({ all })) };
}
