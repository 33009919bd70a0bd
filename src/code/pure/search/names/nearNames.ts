import { compareText } from '../../../../system/pure/text/compareText';
import { plainSpelling } from '../../index/tables/plainSpelling';

const leastLength = 3;

/**
 * The names most similar to `wanted`, best first: equal but for case and underscores, a few letters apart, one within
 * the other, or the same words in another order. The same names always give the same list.
 */
export function nearNames(wanted: string, names: Iterable<string>, limit = 5): string[] {
	const shape = plain(wanted);
	if (shape === '') {
		return [];
	}
	const words = wordsOf(wanted);
	const scored: { readonly name: string; readonly score: number }[] = [];
	for (const name of names) {
		const score = name === wanted ? undefined : distance({ shape, words }, name);
		if (score !== undefined) {
			scored.push({ name, score });
		}
	}
	scored.sort((a, b) => a.score - b.score || a.name.length - b.name.length || compareText(a.name, b.name));
	return scored.slice(0, limit).map(({ name }) => name);
}

/** The name without the most common errors: case and underscores. */
export function plain(name: string): string {
	// Among millions of names, nearly all are of these letters.
	return /^\w*$/.test(name) ? plainSpelling(name) : name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

interface Wanted {
	readonly shape: string;
	readonly words: ReadonlySet<string>;
}

/** 0 for names equal but for case and underscores; undefined for dissimilar ones. */
function distance({ shape, words }: Wanted, name: string): number | undefined {
	const other = plain(name);
	if (other === shape) {
		return 0;
	}
	const longer = Math.max(shape.length, other.length);
	const nEdits = editDistance(shape, other, Math.min(2, Math.floor(longer / 4)));
	if (nEdits !== undefined) {
		return nEdits / longer;
	}
	const { nShared, nWords } = sharedWords(words, name);
	if (nShared === nWords) {
		return 0.4;
	}
	const shorter = Math.min(shape.length, other.length);
	const isWithin = shorter >= leastLength && (other.includes(shape) || shape.includes(other));
	const hasMost = nShared >= 2 && nShared / nWords >= 0.6;
	return isWithin || hasMost
		? 0.5 + Math.min(isWithin ? (longer - shorter) / longer : 1, hasMost ? (nWords - nShared) / nWords : 1)
		: undefined;
}

function sharedWords(words: ReadonlySet<string>, name: string): { readonly nShared: number; readonly nWords: number } {
	// A word of a name is a part of it, and to look for that takes less than to find all its words.
	const lower = name.toLowerCase();
	let nParts = 0;
	for (const word of words) {
		nParts += lower.includes(word) ? 1 : 0;
	}
	if (nParts === 0 || (nParts < 2 && words.size > 1)) {
		return { nShared: 0, nWords: words.size };
	}
	const others = wordsOf(name);
	const nShared = [...words].filter(word => others.has(word)).length;
	return { nShared, nWords: Math.max(words.size, others.size) };
}

/** `QuerySetIterator`, `query_set_iterator` and `query set iterator` have the same words. */
export function wordsOf(name: string): Set<string> {
	const words = name
		.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
		.replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u);
	return new Set(words.filter(word => word !== ''));
}

/** Damerau-Levenshtein distance (neighbors may be swapped), or undefined if it is above `limit`. */
export function editDistance(a: string, b: string, limit: number): number | undefined {
	if (Math.abs(a.length - b.length) > limit) {
		return undefined;
	}
	let twoBack: readonly number[] = [];
	let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
	for (let row = 1; row <= a.length; row++) {
		const current = nextRow(a, b, twoBack, previous);
		if (Math.min(...current) > limit) {
			return undefined;
		}
		twoBack = previous;
		previous = current;
	}
	const edits = previous[b.length] ?? 0;
	return edits <= limit ? edits : undefined;
}

function nextRow(a: string, b: string, twoBack: readonly number[], previous: readonly number[]): number[] {
	const row = (previous[0] ?? 0) + 1;
	const current = [row];
	for (let column = 1; column <= b.length; column++) {
		const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
		const inserted = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
		const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
		const swapped = isSwap ? (twoBack[column - 2] ?? 0) + 1 : replaced;
		current.push(Math.min(replaced, inserted, swapped));
	}
	return current;
}
