import type { CodeModel } from './codeModel';
import type { IssueQueries } from './issueQueries';
import type { FieldedDocuments } from './lexical/fieldedDocuments';
import type { ScoredList } from './rankFusion';
import { type Sighting, type SightingKind, sightingScores } from './sighting';

/** Opinions on functions, and on files. */
export interface RankLists {
	readonly functions: readonly ScoredList[];
	readonly files: readonly ScoredList[];
}

/** What the words of the issue say, before anything was searched. */
export function wordLists(queries: IssueQueries, functions: FieldedDocuments, files: FieldedDocuments): RankLists {
	const lists = (documents: FieldedDocuments): ScoredList[] => [
		{ name: 'words', scores: documents.score(queries.everything) },
		{ name: 'title', scores: documents.score(queries.title) },
		{ name: 'prose', scores: documents.score(queries.prose) },
		{ name: 'code', scores: documents.score(queries.code) },
		{ name: 'names used', scores: documents.score(queries.names) },
		{ name: 'title covered', scores: documents.coverage(queries.title) },
	];
	return { functions: lists(functions), files: lists(files) };
}

const kinds: readonly SightingKind[] = ['trace', 'name', 'base', 'use', 'path', 'string'];
/** Kinds that say something of every method when a class is sighted. */
const kindsOfClasses: readonly SightingKind[] = ['name', 'base'];

/** What the answers of the tools say, a list for each kind of reason. */
export function sightingLists(model: CodeModel, sightings: readonly Sighting[]): RankLists {
	const functions: ScoredList[] = [];
	const files: ScoredList[] = [];
	for (const kind of kinds) {
		const scores = sightingScores(
			model,
			sightings.filter(sighting => sighting.kind === kind),
		);
		functions.push({ name: kind, scores: scores.functions });
		if (kindsOfClasses.includes(kind)) {
			functions.push({ name: `${kind} of the class`, scores: scores.members });
		}
		files.push({ name: `${kind} in the file`, scores: scores.files });
	}
	return { functions, files };
}
