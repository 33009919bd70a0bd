import { nTermsOf, termsOf, underscoresAround, wordLimit } from '../../../../../src/code/pure/index/words/terms';
import { isGenerated } from '../../../../../src/code/pure/index/words/wordCounter';
import type { WordFile } from '../../../../../src/code/pure/index/words/wordData';
import { forEachWord, wordParts } from '../../../../../src/code/pure/index/words/words';

/** Of each segment how many terms it has, and how often some terms occur in it: counted word by word. */
export function countedAnew(
	text: string,
	{ file, stopWords }: { readonly file: Pick<WordFile, 'cuts'>; readonly stopWords: ReadonlySet<string> },
	terms: readonly string[],
): { readonly length: number; readonly counts: readonly number[] }[] {
	const { cuts } = file;
	const segments = Array.from({ length: isGenerated(text) ? 1 : cuts.length + 1 }, () => ({
		length: 0,
		counts: terms.map(() => 0),
	}));
	if (!isGenerated(text)) {
		forEachWord(text, (word, line) => {
			const segment = segments[cuts.filter(cut => cut <= line + 1).length];
			const parts = word.length > wordLimit ? [] : wordParts(word).map(part => part.toLowerCase());
			if (segment !== undefined) {
				segment.length += nTermsOf(parts, stopWords, underscoresAround(word));
			}
			for (const term of termsOf(parts, stopWords, underscoresAround(word))) {
				const slot = terms.indexOf(term);
				if (segment !== undefined) {
					segment.counts[slot] = (segment.counts[slot] ?? 0) + 1;
				}
			}
		});
	}
	return segments.map(({ length, counts }) => ({ length, counts: terms.map((_, slot) => counts[slot] ?? 0) }));
}
