import { wordParts } from './words';

/** Longer words are hashes or data. */
const wordLimit = 80;

/**
 * Numbers terms. The terms of a word are the stems of its parts, of its parts joined pairwise, and of the whole word:
 * `get_file_name` is `get`, `file`, `name`, `getfile`, `filename` and `getfilename`, whatever the case and the
 * underscores.
 */
export class TermTable {
	private readonly numbers = new Map<string, number>();
	private readonly expansions = new Map<string, readonly number[]>();

	/** `stopWords` are words without meaning: of everyday language and of the programming languages that occur. */
	constructor(private readonly stopWords: ReadonlySet<string>) {}

	get size(): number {
		return this.numbers.size;
	}

	/** The terms of a word; none if it has no meaning. New terms get the next number. */
	termsOf(word: string): readonly number[] {
		let terms = this.expansions.get(word);
		if (terms === undefined) {
			terms = word.length > wordLimit ? [] : this.expand(wordParts(word).map(part => part.toLowerCase()));
			this.expansions.set(word, terms);
		}
		return terms;
	}

	/** The term of the whole word, undefined if it has no meaning. */
	wholeTermOf(word: string): number | undefined {
		return this.termsOf(word).at(-1);
	}

	private expand(parts: readonly string[]): number[] {
		const meaning = parts.filter(part => this.isMeaningful(part));
		const terms = meaning.map(part => this.number(part));
		if (parts.length > 2) {
			terms.push(...parts.slice(1).map((part, at) => this.number(`${parts[at]}${part}`)));
		}
		if (parts.length > 1 && meaning.length > 0) {
			terms.push(this.number(parts.join('')));
		}
		return terms;
	}

	private isMeaningful(part: string): boolean {
		return part.length > 1 && /\D/.test(part) && !this.stopWords.has(part);
	}

	private number(word: string): number {
		const term = stem(word);
		let found = this.numbers.get(term);
		if (found === undefined) {
			found = this.numbers.size;
			this.numbers.set(term, found);
		}
		return found;
	}
}

/**
 * Removes the most common endings of an English word, so that `checks`, `checked` and `checking` are one term. Names of
 * code are made of short words: measured on real issues, this finds more than a full Porter stemmer.
 */
export function stem(word: string): string {
	if (word.length < 5) {
		return word;
	}
	if (word.endsWith('ies')) {
		return `${word.slice(0, -3)}y`;
	}
	if (word.endsWith('sses')) {
		return word.slice(0, -2);
	}
	if (word.endsWith('ing') && word.length > 5) {
		return word.slice(0, -3);
	}
	if (word.endsWith('ed')) {
		return word.slice(0, -2);
	}
	return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
