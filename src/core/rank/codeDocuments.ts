import { TermMatcher } from '../index/words/termMatcher';
import type { SegmentRange, TermCounts, WordIndex } from '../index/words/wordIndex';
import type { CodeModel } from './codeModel';
import { type DocumentField, FieldedDocuments } from './lexical/bm25f';
import { DocumentSet, Documents } from './lexical/documentSet';
import type { TermTable } from './lexical/termTable';
import { TextTerms } from './lexical/textTerms';

export interface WantedTerms {
	readonly table: TermTable;
	/** By which documents are ranked; each once. */
	readonly terms: readonly number[];
	/** Of which only `counts` are wanted. */
	readonly more?: readonly number[];
	readonly signal?: AbortSignal | undefined;
}

interface AskedTerms {
	readonly terms: readonly number[];
	readonly slots: ReadonlyMap<number, number>;
	readonly matcher: TermMatcher;
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

	/** Reads what is known of the terms. `terms`: by their numbers. Throws when the signal is aborted. */
	static async of(
		model: CodeModel,
		words: WordIndex,
		{ table, terms, more = [], signal }: WantedTerms,
	): Promise<CodeDocuments> {
		const { texts } = table;
		const all = [...new Set([...terms, ...more])];
		const matcher = new TermMatcher(
			all.map(term => texts[term] ?? ''),
			words.stopWords,
		);
		const slots = new Map(all.map((term, slot) => [term, slot]));
		return new CodeDocuments(model, words, { terms, slots, matcher }, await words.countsOf(matcher, signal));
	}

	/** Position of a term in `counts`. */
	slotOf(term: number): number | undefined {
		return this.asked.slots.get(term);
	}

	/** Functions by their names, their locations and their text. */
	functions(): FieldedDocuments {
		const { functions } = this.model;
		return new FieldedDocuments(
			[
				...this.names(2, [
					functions.map(({ name }) => name),
					functions.map(({ container }) => container),
					functions.map(({ file }) => file),
				]),
				{ documents: this.bodies(), weight: 1, lengthNorm: 0.4 },
			],
			this.asked.terms,
		);
	}

	/** Files by their paths and their whole text. */
	files(paths: readonly string[] = this.model.files): FieldedDocuments {
		return new FieldedDocuments(
			[...this.names(5, [paths]), { documents: this.texts(paths), weight: 1, lengthNorm: 0.75 }],
			this.asked.terms,
		);
	}

	/** The text of each function. */
	bodies(): DocumentSet {
		return this.documents(
			this.model.functions.map(({ file, symbols }) => {
				const segments = this.words.segmentsOf(file);
				return symbols.map(({ startLine, endLine }) => this.words.within(segments, startLine, endLine));
			}),
		);
	}

	/** The text of each file. */
	texts(paths: readonly string[]): DocumentSet {
		return this.documents(paths.map(path => [this.words.segmentsOf(path)]));
	}

	private documents(ranges: readonly (readonly SegmentRange[])[]): DocumentSet {
		return new DocumentSet(new Documents(ranges), this.words.lengths, this.counts);
	}

	private names(weight: number, fields: readonly (readonly string[])[]): DocumentField[] {
		const names = new TextTerms(this.asked.matcher);
		const ranges = fields.map(texts =>
			texts.map(text => {
				const segment = names.add(text);
				return [{ start: segment, end: segment + 1 }];
			}),
		);
		const [lengths, counts] = [names.lengths(), names.counts()];
		return ranges.map(each => ({
			documents: new DocumentSet(new Documents(each), lengths, counts),
			...{ weight, lengthNorm: 0 },
		}));
	}
}
