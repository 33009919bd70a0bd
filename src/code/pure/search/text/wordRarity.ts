import type { SearchContext } from '../searchContext';
import { everywhere } from './scanOrder';
import { scanTexts, type TextPattern } from './textScan';
import { inOneLine, type WordPresence } from './wordQuery';

/** How much the words of a query tell. */
export interface WordRarity {
	/** By word, 1 on average: the inverse document frequency of the words that occur. */
	readonly weights: ReadonlyMap<string, number>;
	/** The words that no file has. */
	readonly nowhere: readonly string[];
}

/** Enough texts to compare how many files have each word. */
const sample = { nHits: 1, sizeBytes: 64 * 1024 * 1024 };

/** Counts the files that have each of some words in lower case, on this machine only. */
export async function wordRarity(
	context: SearchContext,
	words: readonly string[],
	has: WordPresence,
): Promise<WordRarity> {
	const here = { ...context, server: undefined };
	const order = everywhere(here);
	const counts = new Map(words.map(word => [word, 0]));
	const counting: TextPattern = {
		note: '',
		needed: { any: words },
		find(text) {
			for (const word of has.in(text)) {
				counts.set(word, (counts.get(word) ?? 0) + 1);
			}
			return [];
		},
	};
	await scanTexts(here, order, [counting], sample);
	const nowhere: string[] = [];
	for (const word of words.filter(each => counts.get(each) === 0)) {
		const { hits } = await scanTexts(here, order, [inOneLine([word], has)], sample);
		hits.length > 0 ? counts.set(word, 1) : nowhere.push(word);
	}
	const { entries } = await context.kept.list(context.workspace.files, context.signal);
	const known = words.filter(word => !nowhere.includes(word));
	const values = known.map(word => Math.log(1 + entries.length / (counts.get(word) ?? 1)));
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	return { weights: new Map(known.map((word, at) => [word, (values[at] ?? 0) / mean])), nowhere };
}
