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
export function inOneLine(words: readonly string[], has?: WordPresence): TextPattern {
	return together(equal(words), { share: 1, lines: 0, note: '', has });
}

/** All words in so many lines as most functions have. */
export function nearEachOther(words: readonly string[], has?: WordPresence): TextPattern {
	return together(equal(words), { share: 1, lines: functionLines, note: notes.near, has });
}

/** The stems of all parts of the words in a few lines: `cancelled_works` is `cancel` and `work`. */
export function byStems(words: readonly string[]): TextPattern {
	const stems = [...new Set(words.flatMap(wordParts).map(rootOf))].filter(part => part.length > 2).slice(0, wordLimit);
	return together(equal(stems), { share: 1, lines: nearLines, note: notes.stems });
}

/** Some of the words in a few lines, which weigh at least this share of all of them. */
export function mostWords(weights: ReadonlyMap<string, number>, share: number, has?: WordPresence): TextPattern {
	return together(weights, { share, lines: nearLines, note: notes.some, has });
}

/** The characters of texts that are kept in memory only to know their words: as many as are kept for searches. */
const mostKept = 64 * 1024 * 1024;

/** Which of some words in lower case each text has, looked up once for each text. */
export class WordPresence {
	private readonly known = new Map<string, ReadonlySet<string>>();
	private nLeft = mostKept;

	constructor(private readonly words: readonly string[]) {}

	in(text: string): ReadonlySet<string> {
		const known = this.known.get(text);
		if (known !== undefined) {
			return known;
		}
		const lower = text.toLowerCase();
		const found = new Set(this.words.filter(word => lower.includes(word)));
		this.nLeft -= text.length;
		if (this.nLeft >= 0) {
			this.known.set(text, found);
		}
		return found;
	}
}

function equal(words: readonly string[]): ReadonlyMap<string, number> {
	return new Map(words.map(word => [word, 1]));
}

/** `cancelling` is `cancel`: a root that is cut too short still occurs in the word. */
export function rootOf(part: string): string {
	const word = part.toLowerCase();
	const root = stem(word);
	return root !== word && root.at(-1) === root.at(-2) ? root.slice(0, -1) : root;
}

interface Nearness {
	/** Of the weight of all words, what the words found weigh at least. */
	readonly share: number;
	/** The number of lines before and after. */
	readonly lines: number;
	readonly note: string;
	/** Which of the words a text has, if known from one search to the next. */
	readonly has?: WordPresence | undefined;
}

/** Each line with one of some words that has enough of them around it. */
function together(weighed: ReadonlyMap<string, number>, { share, lines, note, has }: Nearness): TextPattern {
	const words = [...weighed.keys()];
	const weights = [...weighed.values()];
	const atLeast = share * sumOf(weights) - tolerance;
	return {
		note,
		needed: neededOf([...weighed], atLeast),
		*find(text) {
			if (has !== undefined && sumOf(weights.filter((_, at) => has.in(text).has(words[at] ?? ''))) < atLeast) {
				return;
			}
			const lower = text.toLowerCase();
			// In few languages a letter has another length in lower case.
			const places = words.map(word => occurrences(lower.length === text.length ? lower : text, word));
			const present = sumOf(weights.filter((_, at) => (places[at]?.length ?? 0) > 0));
			if (words.length > 0 && present >= atLeast) {
				yield* linesTogether(text, places, { atLeast, lines, weights, isAll: share === 1 });
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

interface Weighed {
	/** What the words of a hit weigh together. */
	readonly atLeast: number;
	readonly lines: number;
	readonly weights: readonly number[];
	/** A hit has all words. */
	readonly isAll: boolean;
}

/** In time proportional to the text, however many lines may be between the words. */
function* linesTogether(
	text: string,
	places: readonly (readonly number[])[],
	{ atLeast, lines, weights, isAll }: Weighed,
): Iterable<readonly [number, number]> {
	const rows = places.map(offsets => rowsOf(text, offsets));
	const rarest = rows.reduce((least, each) => (each.length < least.length ? each : least));
	const anchors = new Map<number, number>();
	for (const [at, each] of rows.entries()) {
		for (const [nth, row] of isAll && each !== rarest ? [] : each.entries()) {
			anchors.set(row, anchors.get(row) ?? places[at]?.[nth] ?? 0);
		}
	}
	const next = rows.map(() => 0);
	for (const [row, offset] of [...anchors].sort(([a], [b]) => a - b)) {
		let weight = 0;
		for (const [at, each] of rows.entries()) {
			let position = next[at] ?? 0;
			while ((each[position] ?? Number.POSITIVE_INFINITY) < row - lines) {
				position++;
			}
			next[at] = position;
			weight += (each[position] ?? Number.POSITIVE_INFINITY) <= row + lines ? (weights[at] ?? 0) : 0;
		}
		if (weight >= atLeast) {
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

/** Every smallest choice of words that weighs enough. */
function neededOf(words: readonly (readonly [string, number])[], atLeast: number): NeededText {
	const choices = (from: number, missing: number): string[][] =>
		missing <= 0
			? [[]]
			: words.flatMap(([word, weight], at) =>
					at < from ? [] : choices(at + 1, missing - weight).map(rest => [word, ...rest]),
				);
	return { any: choices(0, atLeast).map(all => ({ all })) };
}

/** For sums of fractions. */
const tolerance = 1e-9;

function sumOf(numbers: readonly number[]): number {
	return numbers.reduce((sum, each) => sum + each, 0);
}
