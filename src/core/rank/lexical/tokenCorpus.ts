import type { TermTable } from './termTable';
import { forEachWord } from './words';

/** A piece of the corpus' token stream: `start` inclusive, `end` exclusive. */
export interface TokenSpan {
	readonly start: number;
	readonly end: number;
}

/** The terms of many texts in sequence, so that any range of lines of any of them can be a document. */
export class TokenCorpus {
	private readonly lineStarts = new Map<string, Int32Array>();
	private readonly short = new Map<string, TokenSpan>();
	private stream = new Int32Array(1 << 12);
	private length = 0;

	constructor(private readonly table: TermTable) {}

	/** Term numbers in reading order. */
	get tokens(): Int32Array {
		return this.stream.subarray(0, this.length);
	}

	add(path: string, text: string): void {
		const starts = [this.length];
		forEachWord(text, (word, line) => {
			while (starts.length <= line) {
				starts.push(this.length);
			}
			this.push(this.table.termsOf(word));
		});
		starts.push(this.length);
		this.lineStarts.set(path, Int32Array.from(starts));
	}

	/** A short text outside files: a name, a path. Equal texts are stored once. */
	addText(text: string): TokenSpan {
		let span = this.short.get(text);
		if (span === undefined) {
			const start = this.length;
			forEachWord(text, word => this.push(this.table.termsOf(word)));
			span = { start, end: this.length };
			this.short.set(text, span);
		}
		return span;
	}

	/** The tokens of some lines, 1-based and inclusive; empty for a text that was not added. */
	span(path: string, startLine: number, endLine: number): TokenSpan {
		const starts = this.lineStarts.get(path);
		if (starts === undefined) {
			return { start: 0, end: 0 };
		}
		const last = starts.length - 1;
		const start = starts[Math.min(startLine - 1, last)] ?? 0;
		return { start, end: starts[Math.min(endLine, last)] ?? start };
	}

	private push(terms: readonly number[]): void {
		if (this.length + terms.length > this.stream.length) {
			const larger = new Int32Array(Math.max(this.stream.length * 2, this.length + terms.length));
			larger.set(this.stream);
			this.stream = larger;
		}
		for (const term of terms) {
			this.stream[this.length++] = term;
		}
	}
}
