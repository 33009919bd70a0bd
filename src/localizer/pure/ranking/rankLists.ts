import type { CodeModel } from '../../../code/pure/calls/codeModel';
import type { FieldedDocuments } from '../lexical/bm25f';
import type { IssueQueries } from '../lexical/issueQueries';
import { evidenceScores, type FoundEvidence, type SightingKind } from './foundEvidence';
import type { ScoredList } from './rankFusion';

/** Rankings of functions, and of files. */
export interface RankLists {
	readonly functions: readonly ScoredList[];
	readonly files: readonly ScoredList[];
}

/** Rankings of functions or files by the words of the issue, before anything is searched. */
export function wordLists(queries: IssueQueries, documents: FieldedDocuments): readonly ScoredList[] {
	return [
		{ name: 'words', scores: documents.score(queries.everything) },
		{ name: 'title', scores: documents.score(queries.title) },
		{ name: 'prose', scores: documents.score(queries.prose) },
		{ name: 'code', scores: documents.score(queries.code) },
		{ name: 'names used', scores: documents.score(queries.names) },
		{ name: 'title covered', scores: documents.coverage(queries.title) },
	];
}

const kinds: readonly SightingKind[] = ['trace', 'test', 'state', 'name', 'base', 'use', 'path', 'string'];
/** Frames of a trace are exact, while words only suggest. Measured by `faultline eval`. */
const traceWeight = 4;
/** Kinds that count for every method when a class is found. */
const kindsOfClasses: readonly SightingKind[] = ['name', 'base'];

/** Rankings by the evidence in the tools' answers, one list per kind. */
export function evidenceLists(model: CodeModel, evidence: readonly FoundEvidence[]): RankLists {
	const functions: ScoredList[] = [];
	const files: ScoredList[] = [];
	for (const kind of kinds) {
		const found = evidence.filter(each => each.kind === kind);
		if (found.length === 0) {
			continue;
		}
		const scores = evidenceScores(model, found);
		functions.push({ name: kind, scores: scores.functions, weight: kind === 'trace' ? traceWeight : 1 });
		if (kindsOfClasses.includes(kind)) {
			functions.push({ name: `${kind} of the class`, scores: scores.members });
		}
		files.push({ name: `${kind} in the file`, scores: scores.files });
	}
	return { functions, files };
}

/** Applies a list of files to each of their functions. */
export function perFunction({ fileOf }: CodeModel, { name, scores }: ScoredList): ScoredList {
	return { name, scores, scoreOf: fileOf };
}
