import { readCodeWords } from '../../../code/pure/calls/codeWords';
import { forEachWord } from '../../../code/pure/index/words/words';
import type { Workspace } from '../../../history/pure/workspace';
import { FieldedDocuments } from '../../../localizer/pure/lexical/bm25f';
import type { DocumentSet } from '../../../localizer/pure/lexical/documentSet';
import { TermTable } from '../../../localizer/pure/lexical/termTable';
import { CodeDocuments } from '../../../localizer/pure/ranking/codeDocuments';
import { bestFirst } from '../../../localizer/pure/ranking/rankFusion';
import type { Issue } from '../../../runs/pure/model/issue';
import type { Ranking } from '../../../runs/pure/model/location';

/**
 * Plain BM25 (k1 1.2, b 0.75): the untouched text of the issue against the whole text of each function, and of each file.
 * Words are taken apart as the localizer does it; a word of the issue counts √min(n, 4).
 */
export async function baselineRanking({ body }: Issue, workspace: Workspace): Promise<Ranking> {
	const { words, model } = await readCodeWords(workspace);
	const table = new TermTable(words.meaningless());
	const counts = new Map<number, number>();
	forEachWord(body, word => {
		for (const term of table.termsOf(word)) {
			counts.set(term, (counts.get(term) ?? 0) + 1);
		}
	});
	const query = new Map([...counts].map(([term, count]) => [term, Math.sqrt(Math.min(count, 4))]));
	const terms = [...query.keys()];
	const rank = (documents: DocumentSet) =>
		bestFirst(new FieldedDocuments([{ documents, weight: 1, lengthNorm: 0.75 }], terms).score(query), documents.size);
	const documents = await CodeDocuments.of(model, words, { table, terms });
	const functions = rank(documents.bodies()).flatMap(at => model.unit(at) ?? []);
	const files = rank(documents.texts(model.files));
	return {
		files: files.slice(0, 100).flatMap(at => model.files[at] ?? []),
		modules: [...new Set(functions.map(unit => unit.module))].slice(0, 100),
		functions: functions.slice(0, 200).map(unit => unit.id),
	};
}
