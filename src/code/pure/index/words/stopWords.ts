import type { LanguageData } from '../../languages/languageData';

/** Nearly all. */
const mostFiles = 0.8;

/** Words without meaning: those of everyday language, and in the files of a language also the words it reserves. */
export class StopWords {
	/** Differs from that of other words. */
	readonly key: string;
	/** Reserved by any language. */
	readonly reserved: ReadonlySet<string>;
	private readonly byLanguage: ReadonlyMap<string, ReadonlySet<string>>;

	constructor(languages: readonly Pick<LanguageData, 'id' | 'keywords'>[]) {
		const reserved = languages.map(({ id, keywords }) => [id, keywords.map(word => word.toLowerCase())] as const);
		this.byLanguage = new Map(reserved.map(([id, words]) => [id, new Set([...stopWords, ...words])]));
		this.reserved = new Set(reserved.flatMap(([, words]) => words));
		this.key = JSON.stringify([[...stopWords], reserved]);
	}

	/** The words to leave out of a query: those that have no meaning in nearly all of some files, given their languages. */
	inMost(languages: Iterable<string | undefined>): ReadonlySet<string> {
		const nFiles = new Map<string, number>();
		for (const language of languages) {
			nFiles.set(language ?? '', (nFiles.get(language ?? '') ?? 0) + 1);
		}
		nFiles.delete('');
		const least = mostFiles * [...nFiles.values()].reduce((sum, n) => sum + n, 0);
		const nReserving = (word: string) =>
			[...nFiles].reduce((sum, [language, n]) => sum + (this.of(language).has(word) ? n : 0), 0);
		return new Set([...stopWords, ...[...this.reserved].filter(word => least > 0 && nReserving(word) >= least)]);
	}

	/** `language`: its id; absent: a text in none. */
	of(language?: string): ReadonlySet<string> {
		return this.byLanguage.get(language ?? '') ?? stopWords;
	}
}

/** Words that carry no information about the subject of an issue. */
export function isStopWord(word: string): boolean {
	return stopWords.has(word);
}

export const stopWords: ReadonlySet<string> = new Set(
	[
		'a about above after again all also although always am an and another any anything are around as at away back be',
		'because been before being below between both but by came can cannot cant come could couldn did didn do does doesn doing',
		'don done down during each eg either else etc even ever every everything few following for from further get gets getting got',
		'had has hasn have having he hello her here hi him his how however i ie if im in instead into is isn it its itself ive',
		'just know last least less let lets like ll look looks lot make makes many may maybe me might more most much must my',
		'myself need needs never no none nor not nothing now of off often ok on once one only onto or other others otherwise our',
		'out over own perhaps please possible probably put quite rather re really regarding said same say see seem seems several',
		'shall she should shouldn since so some something sometimes still such sure take than thank thanks that the their them',
		'then there therefore these they thing things think this those though through thus to together too took toward try',
		'trying two under unless until up upon us use used using very via want wants was wasn way we well went were what whatever',
		'when whenever where wherever whether which while who whole whose why will with within without won would wouldn yes yet',
		'you your yourself',
	].flatMap(words => words.split(' ')),
);
