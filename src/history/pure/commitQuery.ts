import { textTerms } from './commitTerms';
import type { CommitIndex, IndexedCommit } from './index/commitIndex';

const mostNamed = 5;

/** A query over commits. */
export interface CommitQuery {
	/** With their weights: further occurrences of a term count less. */
	readonly terms: ReadonlyMap<string, number>;
}

/** The words of a question, a title or a message; names of code as a whole and by their parts. */
export function commitQuery(text: string): CommitQuery {
	const counts = new Map<string, number>();
	for (const term of textTerms(text)) {
		counts.set(term, (counts.get(term) ?? 0) + 1);
	}
	return { terms: new Map([...counts].map(([term, count]) => [term, Math.sqrt(count)])) };
}

/** Returns the commits whose ids, or at least their first 7 digits, a query contains, and the rest of the query. */
export function namedCommits(
	index: CommitIndex,
	query: string,
): { readonly commits: readonly IndexedCommit[]; readonly rest: string } {
	const commits = new Map<string, IndexedCommit>();
	const rest = query.replaceAll(/\b[\da-f]{7,64}\b/gi, digits => {
		// A word like `defaced` is seldom one; of two commits that begin like this, none is meant more than the other.
		const found = commits.size < mostNamed ? index.find(digits) : [];
		for (const commit of found.slice(0, mostNamed - commits.size)) {
			commits.set(index.idOf(commit), commit);
		}
		return found.length > 0 ? ' ' : digits;
	});
	return { commits: [...commits.values()], rest: rest.trim() };
}
