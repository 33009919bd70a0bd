import { isStopWord } from '../../src/code/pure/index/words/stopWords';
import { groupBy } from '../support/groupBy';

/** A word is everyday if it is in this share of the reports of most repositories. */
const least = 0.005;

/**
 * The words that reports of most projects have, whatever they are about, in alphabetical order. No word of a single
 * project is among them: the share of a word is its median over the repositories.
 */
export function everydayWords(reports: readonly { readonly repo: string; readonly text: string }[]): string[] {
	const counts = new Map<string, number[]>();
	const groups = [...groupBy(reports, ({ repo }) => repo).values()];
	for (const [at, group] of groups.entries()) {
		for (const { text } of group) {
			for (const word of new Set(text.toLowerCase().match(/(?<![\p{L}_])\p{Ll}{3,}(?![\p{L}_])/gu))) {
				const shares = counts.get(word) ?? groups.map(() => 0);
				shares[at] = (shares[at] ?? 0) + 1 / group.length;
				counts.set(word, shares);
			}
		}
	}
	const median = (shares: readonly number[]) => shares.toSorted((a, b) => a - b)[shares.length >> 1] ?? 0;
	return [...counts].flatMap(([word, shares]) => (median(shares) >= least && !isStopWord(word) ? word : [])).sort();
}
