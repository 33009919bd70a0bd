import { termsOf, underscoresAround, wordLimit } from '../../../code/pure/index/words/terms';
import { wordParts } from '../../../code/pure/index/words/words';

/** Numbers the terms of words, in the order they are asked for in. */
export class TermTable {
	private readonly numbers = new Map<string, number>();
	private readonly expansions = new Map<string, readonly number[]>();

	/** `stopWords` are words without meaning: of everyday language and of the programming languages that occur. */
	constructor(readonly stopWords: ReadonlySet<string>) {}

	/** All terms, by number. */
	get texts(): readonly string[] {
		return [...this.numbers.keys()];
	}

	/** The terms of a word; none if it has no meaning. New terms get the next number. */
	termsOf(word: string): readonly number[] {
		let terms = this.expansions.get(word);
		if (terms === undefined) {
			const parts = word.length > wordLimit ? [] : wordParts(word).map(part => part.toLowerCase());
			terms = termsOf(parts, this.stopWords, underscoresAround(word)).map(term => this.number(term));
			this.expansions.set(word, terms);
		}
		return terms;
	}

	/** The term of the whole word, undefined if it has no meaning. */
	wholeTermOf(word: string): number | undefined {
		return this.termsOf(word).at(-1);
	}

	private number(term: string): number {
		let found = this.numbers.get(term);
		if (found === undefined) {
			found = this.numbers.size;
			this.numbers.set(term, found);
		}
		return found;
	}
}
