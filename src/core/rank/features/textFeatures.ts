import type { CodeModel } from '../codeModel';
import type { FieldedDocuments, Query } from '../lexical/bm25f';
import type { FeatureGround } from './featureGround';
import type { FeatureTable } from './featureTable';

/** The terms of the issue at each row. */
type TermsAt = (row: number) => readonly number[];

/** How much of the issue is in functions, in the text before them, and in their classes. */
export function addTextFeatures(features: FeatureTable, ground: FeatureGround): void {
	const { documents, model, documentsBefore } = ground;
	const { positions } = features;
	const before = documentsBefore(positions);
	addCovered(features, 'text', ground, row => termsIn(documents, positions[row] ?? 0));
	addCovered(features, 'text before', ground, row => termsIn(before, row));
	const ofClasses = new ClassTerms(model, documents);
	addCovered(features, 'text of the class', ground, row => ofClasses.of(positions[row] ?? 0));
}

function addCovered(
	features: FeatureTable,
	where: string,
	{ queries, documents }: Pick<FeatureGround, 'queries' | 'documents'>,
	termsAt: TermsAt,
): void {
	const rows = features.positions.map((_, row) => termsAt(row));
	const weightOf = (terms: Iterable<number>) => [...terms].reduce((sum, term) => sum + documents.rarityOf(term), 0);
	const add = (part: string, query: Query) => {
		const total = weightOf(query.keys());
		features.add(`${where}: ${part} covered`, (_, row) => {
			const sum = weightOf((rows[row] ?? []).filter(term => query.has(term)));
			return sum === 0 ? undefined : sum / total;
		});
	};
	add('everything', queries.everything);
	add('title', queries.title);
	add('prose', queries.prose);
	add('code', queries.code);
	features.add(`${where}: distinct words`, (_, row) => Math.log2(1 + (rows[row]?.length ?? 0)));
	features.add(`${where}: rarest word`, (_, row) => {
		const counts = (rows[row] ?? []).map(term => documents.nDocumentsWith(term)).filter(n => n > 0);
		return counts.length === 0 ? undefined : Math.log2(Math.min(...counts));
	});
}

function termsIn(documents: FieldedDocuments, document: number): readonly number[] {
	const terms: number[] = [];
	documents.forEachTerm(document, term => terms.push(term));
	return terms;
}

/** The terms in all methods of a class. */
class ClassTerms {
	private readonly known = new Map<string, readonly number[]>();

	constructor(
		private readonly model: CodeModel,
		private readonly documents: FieldedDocuments,
	) {}

	/** Of the class of a function; none where it has none. */
	of(at: number): readonly number[] {
		const { model, documents } = this;
		const [file, container] = [model.fileOf[at] ?? 0, model.containers[at] ?? 0];
		if (container === 0) {
			return [];
		}
		const key = `${file} ${container}`;
		const known = this.known.get(key);
		if (known !== undefined) {
			return known;
		}
		const members = model.functionsIn(file).filter(each => model.containers[each] === container);
		const terms = [...new Set(members.flatMap(each => termsIn(documents, each)))];
		this.known.set(key, terms);
		return terms;
	}
}
