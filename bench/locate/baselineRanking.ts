import type { Issue } from '../../src/core/model/issue';
import type { Ranking } from '../../src/core/model/location';
import { CodeModel } from '../../src/core/rank/codeModel';
import { readCodeWords } from '../../src/core/rank/codeWords';
import { FieldedDocuments } from '../../src/core/rank/lexical/bm25f';
import { DocumentSet } from '../../src/core/rank/lexical/documentSet';
import type { TokenSpan } from '../../src/core/rank/lexical/tokenCorpus';
import { forEachWord } from '../../src/core/rank/lexical/words';
import { bestFirst } from '../../src/core/rank/rankFusion';
import type { Workspace } from '../../src/core/workspace';

/**
 * Plain BM25 (k1 1.2, b 0.75): the untouched text of the issue against the whole text of each function, and of each file.
 * Words are taken apart as the localizer does it; a word of the issue counts √min(n, 4).
 */
export async function baselineRanking({ body }: Issue, workspace: Workspace): Promise<Ranking> {
	const words = await readCodeWords(workspace);
	const model = new CodeModel(words);
	const counts = new Map<number, number>();
	forEachWord(body, word => {
		for (const term of words.terms.termsOf(word)) {
			counts.set(term, (counts.get(term) ?? 0) + 1);
		}
	});
	const query = new Map([...counts].map(([term, count]) => [term, Math.sqrt(Math.min(count, 4))]));
	const rank = (spans: readonly (readonly TokenSpan[])[]) => {
		const field = { documents: new DocumentSet(words.corpus.tokens, spans), weight: 1, lengthNorm: 0.75 };
		return bestFirst(new FieldedDocuments([field], [...query.keys()]).score(query));
	};
	const { corpus } = words;
	const bodies = model.functions.map(unit =>
		unit.symbols.map(each => corpus.span(each.file, each.startLine, each.endLine)),
	);
	const functions = rank(bodies).flatMap(at => model.functions[at] ?? []);
	const files = rank(model.files.map(path => [corpus.span(path, 1, Number.MAX_SAFE_INTEGER)]));
	return {
		files: files.slice(0, 100).flatMap(at => model.files[at] ?? []),
		modules: [...new Set(functions.map(unit => unit.module))].slice(0, 100),
		functions: functions.slice(0, 200).map(unit => unit.id),
	};
}
