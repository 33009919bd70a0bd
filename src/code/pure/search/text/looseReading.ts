import { nearNames } from '../names/nearNames';
import type { SearchContext } from '../searchContext';
import { codePatterns } from './codeQuery';
import type { SearchLevel } from './levelSearch';
import { isLikeRegex, regexQuery } from './regexQuery';
import noteTexts from './wordNotes.json';
import { byStems, inOneLine, mostWords, nearEachOther, queryWords, rootOf, WordPresence } from './wordQuery';
import { type WordRarity, wordRarity } from './wordRarity';

/** Of the weight of all words: what words in a few lines must weigh together. The first that is enough counts. */
const shares = [0.75, 0.5, 0.25, 0.02];

export type Level = SearchLevel | (() => Promise<SearchLevel | undefined>);

/** A query that is read as text, then by its words, more and more loosely. */
export class LooseReading {
	readonly words: readonly string[];
	private readonly has: WordPresence;
	private counted: Promise<WordRarity> | undefined;
	/** Of the words, if only some of them had to do. */
	private used: WordRarity | undefined;

	constructor(
		private readonly context: SearchContext,
		private readonly query: string,
	) {
		this.words = queryWords(query);
		this.has = new WordPresence(this.words);
	}

	/** How much each word tells; undefined if all of them were found together. */
	get weights(): WordRarity['weights'] | undefined {
		return this.used?.weights;
	}

	/** Reads it as text if it is more than words. `asText`: how the query was read, unless as asked. */
	levels(asText: string): Level[] {
		const { query, words } = this;
		const isText = /[^\p{L}\p{N}_$\s]/u.test(query) || words.length === 0;
		return [
			...(isText ? [{ patterns: codePatterns(query), note: asText, isExact: true }] : []),
			async () => (isLikeRegex(query) ? regexLevel(query) : undefined),
			...this.byWords(isText && asText === '' ? noteTexts.punctuation : asText),
		];
	}

	/** Reads its words only. */
	byWords(note: string): Level[] {
		const { words, has } = this;
		return [
			{ patterns: [inOneLine(words, has)], more: nearEachOther(words, has), note, isExact: words.length === 1 },
			{ patterns: [byStems(words)], note },
			() => this.spelledLevel(note),
			...shares.map(share => () => this.partLevel(share, note)),
		];
	}

	/** Which words are nowhere, and which are in none of some texts; nothing if all were found together. */
	missing(texts: readonly string[]): string[] {
		const { used } = this;
		if (used === undefined) {
			return [];
		}
		const lower = texts.join('\n').toLowerCase();
		const absent = this.words.filter(word => !used.nowhere.includes(word) && !lower.includes(rootOf(word)));
		return [
			...(used.nowhere.length === 0 ? [] : [`${noteTexts.nowhere} ${used.nowhere.join(', ')}.`]),
			...(absent.length === 0 ? [] : [`${noteTexts.absent} ${absent.join(', ')}.`]),
		];
	}

	private rarity(): Promise<WordRarity> {
		this.counted ??= wordRarity(this.context, this.words, this.has);
		return this.counted;
	}

	/** With the most similar name of a definition for each word that is written nowhere. */
	private async spelledLevel(asked: string): Promise<SearchLevel | undefined> {
		const { nowhere } = await this.rarity();
		const names = this.context.workspace.index.names();
		const spelled = this.words.map(word => (nowhere.includes(word) ? (nearNames(word, names, 1)[0] ?? word) : word));
		const known = spelled.map(word => word.toLowerCase());
		return known.every((word, at) => word === this.words[at])
			? undefined
			: {
					patterns: [inOneLine(known)],
					more: nearEachOther(known),
					note: [asked, `${noteTexts.spelled} ${spelled.join(', ')}.`].filter(each => each !== '').join(' '),
				};
	}

	/** Some of the words near each other: the more they tell together, the better. */
	private async partLevel(share: number, note: string): Promise<SearchLevel | undefined> {
		this.used = await this.rarity();
		return this.words.length < 2 ? undefined : { patterns: [mostWords(this.used.weights, share, this.has)], note };
	}
}

async function regexLevel(query: string): Promise<SearchLevel | undefined> {
	const expression = await regexQuery(query);
	return 'problem' in expression ? undefined : { ...expression, note: noteTexts.regex, isExact: true };
}
