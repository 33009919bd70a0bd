import type { FieldedDocuments } from '../../../rank/lexical/fieldedDocuments';
import type { Suspicion } from '../../../rank/suspicion';
import { listed } from '../outcomeText';

const wordLimit = 5;

/** The most telling words that a function or file has in common with the issue, as the issue writes them; '' if none. */
export function sharedWords({ queries }: Suspicion, documents: FieldedDocuments, at: number): string {
	const terms = documents.matchedTerms(at, queries.everything);
	const words = new Set(terms.flatMap(term => queries.written.get(term) ?? []));
	return listed([...words].slice(0, wordLimit));
}
