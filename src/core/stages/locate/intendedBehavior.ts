import type { IssueBrief } from '../../model/brief';
import { forEachWord, wordParts } from '../../rank/lexical/words';

/**
 * What the code at a place should do, in the issue's own words: the sentence about expected behavior that shares the
 * most words with the place's name, else the first such sentence. Without any, the title is quoted.
 */
export function intendedBehavior({ expectations, title }: IssueBrief, placeName: string): string {
	const parts = partsOf(placeName);
	const nShared = (sentence: string) => [...partsOf(sentence)].filter(part => parts.has(part)).length;
	const [best] = [...expectations].sort((a, b) => nShared(b) - nShared(a));
	return best ?? `Fix what the issue reports: “${title}”`;
}

function partsOf(text: string): Set<string> {
	const found = new Set<string>();
	forEachWord(text, word => {
		for (const part of wordParts(word)) {
			found.add(part.toLowerCase());
		}
	});
	return found;
}
