import { textTerms } from './commitTerms';

/** What is searched for in commits. */
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
