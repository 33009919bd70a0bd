import type { FieldedDocuments, Query } from '../lexical/bm25f';
import type { FeatureGround } from '../ranking/featureGround';
import type { FeatureTable } from './featureTable';

/** How much of the issue is in functions. */
export function addTextFeatures(features: FeatureTable, { queries, documents }: FeatureGround): void {
	const rows = features.positions.map(at => termsIn(documents, at));
	const weightOf = (terms: Iterable<number>) => [...terms].reduce((sum, term) => sum + documents.rarityOf(term), 0);
	const add = (part: string, query: Query) => {
		const total = weightOf(query.keys());
		features.add(`text: ${part} covered`, (_, row) => {
			const sum = weightOf((rows[row] ?? []).filter(term => query.has(term)));
			return sum === 0 ? undefined : sum / total;
		});
	};
	add('everything', queries.everything);
	add('title', queries.title);
	add('prose', queries.prose);
	add('code', queries.code);
	features.add('text: distinct words', (_, row) => Math.log2(1 + (rows[row]?.length ?? 0)));
	features.add('text: rarest word', (_, row) => {
		const counts = (rows[row] ?? []).map(term => documents.nDocumentsWith(term)).filter(n => n > 0);
		return counts.length === 0 ? undefined : Math.log2(Math.min(...counts));
	});
}

function termsIn(documents: FieldedDocuments, document: number): readonly number[] {
	const terms: number[] = [];
	documents.forEachTerm(document, term => terms.push(term));
	return terms;
}
