import type { StopWords } from './stopWords';
import { stopWords as everyday } from './stopWords';
import { TermMatcher } from './termMatcher';
import { partsOf } from './wordPool';

/** Finds the words that have one of some terms in files of any language: a word that a language reserves is none in its files. */
export class TermMatchers {
	private readonly matchers = new Map<ReadonlySet<string>, TermMatcher>();

	/** A term's slot is its position among `terms`. */
	constructor(
		private readonly terms: readonly string[],
		private readonly stopWords: StopWords,
	) {}

	/** For files of a language. */
	of(language: string | undefined): TermMatcher {
		return this.with(this.stopWords.of(language));
	}

	/** One that finds the words of files in any of some languages, and these languages, each once. */
	forFiles(languages: Iterable<string | undefined>): {
		readonly matcher: TermMatcher;
		readonly languages: readonly (string | undefined)[];
	} {
		return { matcher: this.with(everyday), languages: [...new Set(languages)] };
	}

	/** The slots of a word in files of each language; undefined if no language reserves a part of it. */
	slotsByLanguage(
		spelling: Uint8Array,
		languages: readonly (string | undefined)[],
	): readonly (readonly number[])[] | undefined {
		const isReserved = partsOf(spelling).some(part => this.stopWords.reserved.has(part));
		return isReserved ? languages.map(language => this.of(language).slotsOf(spelling, spelling.length)) : undefined;
	}

	private with(stopWords: ReadonlySet<string>): TermMatcher {
		const known = this.matchers.get(stopWords) ?? new TermMatcher(this.terms, stopWords);
		this.matchers.set(stopWords, known);
		return known;
	}
}
