import type { Query } from '../lexical/bm25f';

/** A text of the project in two languages, by terms. */
export interface TextPair {
	readonly foreign: readonly number[];
	/** The key, the subject of the file, and the text in English. */
	readonly known: readonly number[];
}

const limits = { leastTogether: 2, leastDice: 0.4, perTerm: 2 };

/**
 * Terms that are nearly always in the other text when a term of the issue is in one of a pair, by Dice's coefficient
 * (Smadja, McKeown and Hatzivassiloglou 1996).
 */
export function translations(pairs: readonly TextPair[], query: Query): ReadonlyMap<number, number> {
	const found = new Map<number, number>();
	const nKnown = countsOf(pairs.map(({ known }) => known));
	for (const term of query.keys()) {
		const texts = pairs.filter(({ foreign }) => foreign.includes(term));
		const together = countsOf(texts.map(({ known }) => known));
		const scored = [...together]
			.filter(([other, count]) => count >= limits.leastTogether && !query.has(other))
			.map(([other, count]) => [other, (2 * count) / (texts.length + (nKnown.get(other) ?? 0))] as const)
			.filter(([, dice]) => dice >= limits.leastDice)
			.sort(([a, x], [b, y]) => y - x || a - b);
		for (const [other, dice] of scored.slice(0, limits.perTerm)) {
			found.set(other, Math.max(found.get(other) ?? 0, dice));
		}
	}
	return found;
}

function countsOf(lists: readonly (readonly number[])[]): Map<number, number> {
	const counts = new Map<number, number>();
	for (const term of lists.flat()) {
		counts.set(term, (counts.get(term) ?? 0) + 1);
	}
	return counts;
}
