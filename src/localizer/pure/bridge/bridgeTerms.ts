import { isForeign } from '../../../code/pure/index/words/scripts';
import { forEachWord } from '../../../code/pure/index/words/words';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { IssueBrief } from '../../../runs/pure/model/brief';
import type { Files } from '../../../system/pure/files';
import type { Query } from '../lexical/bm25f';
import type { TermTable } from '../lexical/termTable';
import { localeEntries } from './localeEntries';
import { type LocaleFile, localeFiles } from './localeFiles';

const limits = { files: 400, texts: 8, leastTerms: 2, leastShare: 0.5 };

interface Known {
	readonly table: TermTable;
	/** The words of the issue. */
	readonly query: Query;
}

/** A text of the project in two languages, by terms. */
interface TextPair {
	readonly foreign: readonly number[];
	/** The key, the subject of the file, and the text in English. */
	readonly known: readonly number[];
}

/**
 * Terms of code for the words of an issue in another language than English, by texts that the project has in that
 * language; 0..1. None for an issue in English.
 */
export async function bridgeTerms(
	brief: Pick<IssueBrief, 'title' | 'prose'>,
	files: Files,
	{ table, query }: Known,
): Promise<ReadonlyMap<number, number>> {
	if (!isForeign(`${brief.title}\n${brief.prose}`)) {
		return new Map();
	}
	const paths = (await files.list()).map(({ path }) => path);
	const locales = localeFiles(paths);
	let best: readonly TextPair[] = [];
	let most = 0;
	for (const each of new Set(locales.map(({ language }) => language))) {
		const some = locales.filter(({ language }) => language === each).slice(0, limits.files);
		const pairs = await pairsOf(some, files, table);
		const nMet = pairs.reduce((sum, { foreign }) => sum + foreign.filter(term => query.has(term)).length, 0);
		[best, most] = nMet > most ? [pairs, nMet] : [best, most];
	}
	const terms = new Map<number, number>();
	for (const { known, share } of metTexts(best, query).slice(0, limits.texts)) {
		for (const term of known) {
			terms.set(term, Math.max(terms.get(term) ?? 0, share));
		}
	}
	return terms;
}

async function pairsOf(locales: readonly LocaleFile[], files: Files, table: TermTable): Promise<TextPair[]> {
	const pairs: TextPair[] = [];
	for (const { path, subject, english } of locales) {
		const others = english === undefined ? [] : localeEntries(await readIfText(files, english));
		const texts = new Map(others.map(({ key, text }) => [key, text]));
		for (const { key, text } of localeEntries(await readIfText(files, path))) {
			const known = termsIn(`${key} ${subject} ${texts.get(key) ?? ''}`, table);
			pairs.push({ foreign: termsIn(text, table), known });
		}
	}
	return pairs;
}

/** The texts that the issue has most of, by the rarity of the terms. */
function metTexts(pairs: readonly TextPair[], query: Query): (TextPair & { readonly share: number })[] {
	const counts = new Map<number, number>();
	for (const { foreign } of pairs) {
		for (const term of foreign) {
			counts.set(term, (counts.get(term) ?? 0) + 1);
		}
	}
	const weightOf = (terms: readonly number[]) =>
		terms.reduce((sum, term) => sum + Math.log(1 + pairs.length / (counts.get(term) ?? 1)), 0);
	return pairs
		.flatMap(pair => {
			const met = pair.foreign.filter(term => query.has(term));
			const weight = met.length < limits.leastTerms ? 0 : weightOf(met);
			const share = weight === 0 ? 0 : weight / weightOf(pair.foreign);
			return share < limits.leastShare ? [] : [{ ...pair, share, rank: weight * share }];
		})
		.sort((a, b) => b.rank - a.rank);
}

function termsIn(text: string, table: TermTable): number[] {
	const terms = new Set<number>();
	forEachWord(text, word => {
		for (const term of table.termsOf(word)) {
			terms.add(term);
		}
	});
	return [...terms];
}
