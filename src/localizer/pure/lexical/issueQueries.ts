import { forEachWord } from '../../../code/pure/index/words/words';
import type { IssueBrief, Traceback, TraceFrame } from '../../../runs/pure/model/brief';
import { blameOrder } from '../../../testing/pure/traces/blameOrder';
import type { Query } from './bm25f';
import type { TermTable } from './termTable';

/** The words of an issue as weighted terms, by part of the issue. */
export interface IssueQueries {
	/** The whole issue; the title counts slightly more. */
	readonly everything: Query;
	readonly title: Query;
	/** The title and the sentences. */
	readonly prose: Query;
	readonly code: Query;
	/** Whole names of code only; mentioned ones weigh more than those merely used. */
	readonly names: Query;
	/** The first word in the issue for each term. */
	readonly written: ReadonlyMap<number, string>;
}

/** Further occurrences of a word count less, and none beyond the fourth. */
const frequencyLimit = 4;
const titleBonus = 0.5;

export function issueQueries(brief: IssueBrief, terms: TermTable): IssueQueries {
	const trace = brief.tracebacks.flatMap(traceback => [
		traceback.error ?? '',
		...tellingFrames(traceback).map(each => each.function ?? ''),
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

/** Of a crash, the failure's frames that are likely at fault: reports have hundreds of frames of other tasks. */
function tellingFrames(traceback: Traceback): readonly TraceFrame[] {
	const { role, crash, frames } = traceback;
	const isFailure = crash === 0 && role !== 'other' && role !== 'lockChain';
	return role === undefined ? frames : isFailure ? blameOrder(traceback).slice(0, crashFrameLimit) : [];
}

const crashFrameLimit = 5;

/** Every term of any of the queries, once. */
export function allTerms(queries: IssueQueries): number[] {
	return [...new Set([...queries.everything.keys(), ...queries.names.keys()])];
}

const bridgeWeight = 0.5;

/** Adds terms that mean the same as words of the issue; `bridge` has how sure that is, 0..1. */
export function withBridge(queries: IssueQueries, bridge: ReadonlyMap<number, number>): IssueQueries {
	const added = [...bridge].map(([term, share]) => [term, bridgeWeight * share] as const);
	const plus = (query: Query) => new Map([...added, ...query]);
	return added.length === 0
		? queries
		: { ...queries, everything: plus(queries.everything), prose: plus(queries.prose), title: plus(queries.title) };
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
		const prominence = name.inTitle ? 2 : name.inProse ? 1.5 : 1;
		const weight = prominence * Math.sqrt(Math.min(name.count, frequencyLimit));
		for (const part of name.text.split('.')) {
			const term = part.length < 3 ? undefined : terms.wholeTermOf(part);
			if (term !== undefined) {
				weights.set(term, Math.max(weights.get(term) ?? 0, weight));
			}
		}
	}
	return weights;
}
