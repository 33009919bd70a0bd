import type { IssueBrief } from '../model/brief';
import type { Query } from './lexical/fieldedDocuments';
import type { TermTable } from './lexical/termTable';
import { forEachWord } from './lexical/words';

/** What an issue asks for, as weighted terms, by the part of it that says so. */
export interface IssueQueries {
	/** All of it; what the title says counts a little more. */
	readonly everything: Query;
	readonly title: Query;
	/** The title and what is said in sentences. */
	readonly prose: Query;
	readonly code: Query;
	/** Whole names of code only, those said outright before those that are merely used. */
	readonly names: Query;
	/** The first word of the issue that stands for a term. */
	readonly written: ReadonlyMap<number, string>;
}

/** Further occurrences of a word count less, and none after the fourth. */
const frequencyLimit = 4;
const titleBonus = 0.5;

export function issueQueries(brief: IssueBrief, terms: TermTable): IssueQueries {
	const trace = brief.tracebacks.flatMap(({ error, frames }) => [
		error ?? '',
		...frames.map(each => each.function ?? ''),
	]);
	const code = brief.codeBlocks.join('\n');
	const title = query(terms, [brief.title]);
	const everything = new Map(query(terms, [brief.title, brief.prose, code, ...trace]));
	for (const term of title.keys()) {
		everything.set(term, (everything.get(term) ?? 0) + titleBonus);
	}
	return {
		everything,
		title,
		prose: query(terms, [brief.title, brief.prose]),
		code: query(terms, [code]),
		names: nameQuery(brief, terms),
		written: writtenWords([brief.title, brief.prose, code, ...trace], terms),
	};
}

/** Every term of any of the queries, once. */
export function allTerms(queries: IssueQueries): number[] {
	return [...new Set([...queries.everything.keys(), ...queries.names.keys()])];
}

function query(terms: TermTable, texts: readonly string[]): Query {
	const counts = new Map<number, number>();
	for (const text of texts) {
		forEachWord(text, word => {
			for (const term of terms.termsOf(word)) {
				counts.set(term, (counts.get(term) ?? 0) + 1);
			}
		});
	}
	return new Map([...counts].map(([term, count]) => [term, Math.sqrt(Math.min(count, frequencyLimit))]));
}

function writtenWords(texts: readonly string[], terms: TermTable): Map<number, string> {
	const written = new Map<number, string>();
	for (const text of texts) {
		forEachWord(text, word => {
			for (const term of terms.termsOf(word)) {
				written.set(term, written.get(term) ?? word);
			}
		});
	}
	return written;
}

function nameQuery({ names }: IssueBrief, terms: TermTable): Query {
	const weights = new Map<number, number>();
	for (const name of names) {
		const said = name.inTitle ? 2 : name.inProse ? 1.5 : 1;
		const weight = said * Math.sqrt(Math.min(name.count, frequencyLimit));
		for (const part of name.text.split('.')) {
			const term = part.length < 3 ? undefined : terms.wholeTermOf(part);
			if (term !== undefined) {
				weights.set(term, Math.max(weights.get(term) ?? 0, weight));
			}
		}
	}
	return weights;
}
