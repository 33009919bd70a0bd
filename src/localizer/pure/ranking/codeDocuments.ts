import type { CodeModel } from '../../../code/pure/calls/codeModel';
import { TermMatchers } from '../../../code/pure/index/words/termMatchers';
import type { TermCounts, WordIndex } from '../../../code/pure/index/words/wordIndex';
import { type DocumentField, FieldedDocuments } from '../lexical/bm25f';
import { DocumentSet, Documents, DocumentsBuilder } from '../lexical/documentSet';
import type { TermTable } from '../lexical/termTable';
import { TextTerms } from '../lexical/textTerms';

export interface WantedTerms {
	readonly table: TermTable;
	/** The terms documents are ranked by; each once. */
	readonly terms: readonly number[];
	/** Terms with only `counts` wanted. */
	readonly more?: readonly number[];
	readonly signal?: AbortSignal | undefined;
}

interface AskedTerms {
	readonly terms: readonly number[];
	readonly slots: ReadonlyMap<number, number>;
	readonly matchers: TermMatchers;
}

/** The functions and the files of the code as documents, with how often the terms of an issue occur in them. */
export class CodeDocuments {
	private constructor(
		private readonly model: CodeModel,
		private readonly words: WordIndex,
		private readonly asked: AskedTerms,
		/** Of the segments of `words`. */
		readonly counts: TermCounts,
	) {}

	/** Reads the known facts about the terms. `terms`: by their numbers. Throws when the signal is aborted. */
	static async of(
		model: CodeModel,
		words: WordIndex,
		{ table, terms, more = [], signal }: WantedTerms,
	): Promise<CodeDocuments> {
		const { texts } = table;
		const all = [...new Set([...terms, ...more])];
		const matchers = new TermMatchers(
			all.map(term => texts[term] ?? ''),
			words.stopWords,
		);
		const slots = new Map(all.map((term, slot) => [term, slot]));
		return new CodeDocuments(model, words, { terms, slots, matchers }, await words.countsOf(matchers, signal));
	}

	/** Position of a term in `counts`. */
	slotOf(term: number): number | undefined {
		return this.asked.slots.get(term);
	}

	/** The same for other code of the same words. */
	for(model: CodeModel): CodeDocuments {
		return new CodeDocuments(model, this.words, this.asked, this.counts);
	}

	/** Functions by their names, their locations and their text. `before`: see `FieldedDocuments`. */
	functions(before?: FieldedDocuments): FieldedDocuments {
		const { names, containers, fileOf, files, numbers } = this.model;
		const texts = new TextTerms(this.asked.matchers);
		const languages = files.map(path => this.words.languageOf(path));
		const languageAt = (at: number) => languages[fileOf[at] ?? 0];
		const named = (each: Uint32Array) => texts.addNumbered(each, { names: numbers, languageAt });
		const paths = Uint32Array.from(files, (path, file) => texts.add(path, languages[file]));
		const fields = [named(names), named(containers), fileOf.map(file => paths[file] ?? 0)];
		return new FieldedDocuments(
			[...nameFields(texts, fields, 2), { documents: this.bodies(), weight: 1, lengthNorm: 0.4 }],
			this.asked.terms,
			before,
		);
	}

	/** Files by their paths and their whole text. `before`: see `FieldedDocuments`. */
	files(paths: readonly string[] = this.model.files, before?: FieldedDocuments): FieldedDocuments {
		const texts = new TextTerms(this.asked.matchers);
		const fields = nameFields(
			texts,
			[Uint32Array.from(paths, path => texts.add(path, this.words.languageOf(path)))],
			5,
		);
		return new FieldedDocuments(
			[...fields, { documents: this.texts(paths), weight: 1, lengthNorm: 0.75 }],
			this.asked.terms,
			before,
		);
	}

	/** The text of each function. */
	bodies(): DocumentSet {
		const { model, words } = this;
		const documents = new DocumentsBuilder(model.nFunctions);
		let [file, segments] = [-1, words.segmentsOf('')];
		for (let at = 0; at < model.nFunctions; at++) {
			if (model.fileOf[at] !== file) {
				file = model.fileOf[at] ?? 0;
				segments = words.segmentsOf(model.files[file] ?? '');
			}
			model.forEachRange(at, (startLine, endLine) => documents.add(words.within(segments, startLine, endLine)));
			documents.end();
		}
		return new DocumentSet(documents.finish(), words.lengths, this.counts);
	}

	/** The text of each file. */
	texts(paths: readonly string[]): DocumentSet {
		const documents = new DocumentsBuilder(paths.length);
		for (const path of paths) {
			documents.add(this.words.segmentsOf(path));
			documents.end();
		}
		return new DocumentSet(documents.finish(), this.words.lengths, this.counts);
	}
}

/** Of each field the segments of the documents in the texts. */
function nameFields(texts: TextTerms, fields: readonly Uint32Array[], weight: number): DocumentField[] {
	const [lengths, counts] = [texts.lengths(), texts.counts()];
	return fields.map(segments => ({
		documents: new DocumentSet(Documents.ofSegments(segments), lengths, counts),
		...{ weight, lengthNorm: 0 },
	}));
}
