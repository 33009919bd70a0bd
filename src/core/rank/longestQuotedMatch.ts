import type { CodeModel } from './codeModel';
import { forEachWord } from './lexical/words';

/** Parts of a message that the code it comes from does not contain: quoted values, numbers, brackets. */
const variableParts = /["'`“”{}<>[\]%]|\d+|\s\(|\.\.\.|\n/;
const leastTerms = 3;

/** The longest piece of a quoted text that occurs verbatim in the code: at least three words, or all of it. */
export function longestQuotedMatch(model: CodeModel, text: string): string | undefined {
	const found = text.split(variableParts).flatMap(piece => longestKnown(model, piece.trim()) ?? []);
	return found.sort((a, b) => b.length - a.length)[0];
}

interface PieceTerm {
	readonly term: number;
	/** Offset of its word in the piece. */
	readonly start: number;
	readonly end: number;
}

function longestKnown(model: CodeModel, piece: string): string | undefined {
	const terms = termsWithPlaces(model, piece);
	const { end, length } = longestRun(
		model.words.corpus.tokens,
		terms.map(({ term }) => term),
	);
	const isWhole = length === terms.length && length > 1;
	return length >= leastTerms || isWhole
		? piece.slice(terms[end - length]?.start ?? 0, terms[end - 1]?.end ?? 0)
		: undefined;
}

function termsWithPlaces(model: CodeModel, piece: string): PieceTerm[] {
	const terms: PieceTerm[] = [];
	let at = 0;
	forEachWord(piece, word => {
		const start = piece.indexOf(word, at);
		at = start + word.length;
		terms.push(...model.words.terms.termsOf(word).map(term => ({ term, start, end: at })));
	});
	return terms;
}

/** The longest run of consecutive `terms` that occurs in `tokens`; `end` is exclusive. */
function longestRun(tokens: Int32Array, terms: readonly number[]): { end: number; length: number } {
	const positions = new Map<number, number[]>();
	for (const [at, term] of terms.entries()) {
		positions.set(term, [...(positions.get(term) ?? []), at]);
	}
	let best = { end: 0, length: 0 };
	let before = new Map<number, number>();
	for (const token of tokens) {
		const here = positions.get(token);
		if (here === undefined) {
			before = before.size === 0 ? before : new Map();
			continue;
		}
		const runs = new Map(here.map(at => [at, (before.get(at - 1) ?? 0) + 1]));
		for (const [at, length] of runs) {
			best = length > best.length ? { end: at + 1, length } : best;
		}
		before = runs;
	}
	return best;
}
