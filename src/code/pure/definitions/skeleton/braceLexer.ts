import type { BraceSkeletonData } from '../../languages/skeletonData';

type StringData = Pick<BraceSkeletonData, 'quotes' | 'hasDelimitedStrings'>;

/** What a lexer looks up. */
export interface LexerTables {
	readonly data: StringData;
	readonly word: Uint8Array;
}

/** Reads what is no code in a text: comments and strings. Positions are indices in the text. */
export class BraceLexer {
	/** 0-based row of what was read last. */
	row = 0;
	/** Where the last part without code began and ended. */
	private commentStart = -1;
	private commentEnd = -1;
	/** No newline is between the two: rows of any length are searched once. */
	private newlineFrom = 0;
	private newlineAt = -1;
	/** The same for the beginning of comments. */
	private blockFrom = 0;
	private blockAt = -1;
	/** By mark, until where no string ends that begins with it: each row is searched once for its end. */
	private readonly unended = new Map<number, number>();

	constructor(
		readonly text: string,
		readonly tables: LexerTables,
	) {}

	isWordAt(at: number): boolean {
		return this.tables.word[this.text.charCodeAt(at)] === 1;
	}

	/** The position of the last character of code before a position; -1 at the beginning. */
	codeBefore(position: number): number {
		let at = position;
		for (;;) {
			if (at === this.commentEnd) {
				at = this.commentStart;
			}
			const char = this.text.charCodeAt(at - 1);
			if (at <= 0 || !(char <= 0x20)) {
				return at - 1;
			}
			at--;
		}
	}

	/** The word that ends with the character at a position, '' where none does. */
	wordBefore(last: number): string {
		let start = last + 1;
		while (start > 0 && this.isWordAt(start - 1)) {
			start--;
		}
		return this.text.slice(start, last + 1);
	}

	wordAt(start: number): string {
		let end = start;
		while (this.isWordAt(end)) {
			end++;
		}
		return this.text.slice(start, end);
	}

	/** The end of the comment that begins here, -1 for none. A comment of one row ends before its newline. */
	comment(start: number): number {
		const { text } = this;
		const next = text.charCodeAt(start + 1);
		let end = -1;
		if (next === 0x2f) {
			end = this.endOfRow(start);
		} else if (next === 0x2a) {
			end = text.indexOf('*/', start + 2) + 2;
			end = end < 2 ? text.length : end;
			this.countRows(start, end);
		} else {
			return -1;
		}
		this.skip(start, end);
		return end;
	}

	/** Notes that a part is no code. */
	skip(start: number, end: number): void {
		this.commentStart = this.codeBefore(start) + 1;
		this.commentEnd = end;
	}

	/** The end of the string that begins with the quote at a position; just the quote where it is none. */
	string(start: number): number {
		const { text, tables } = this;
		const { data } = tables;
		const mark = text.charCodeAt(start);
		if (mark === 0x27 && this.isInNumber(start)) {
			return start + 1;
		}
		if (mark === 0x22 && data.hasDelimitedStrings && text.charCodeAt(start - 1) === 0x52) {
			const open = text.indexOf('(', start);
			if (open >= 0 && open - start <= 17) {
				return this.until(`)${text.slice(start + 1, open)}"`, open, start);
			}
		}
		if (start < (this.unended.get(mark) ?? 0)) {
			return start + 1;
		}
		const { row } = this;
		let at = start + 1;
		for (; at < text.length; at++) {
			const char = text.charCodeAt(at);
			if (char === mark) {
				return at + 1;
			}
			if (char === 0x5c) {
				at++;
				at += text.charCodeAt(at) === 0x0d ? 1 : 0;
				this.row += text.charCodeAt(at) === 0x0a ? 1 : 0;
			} else if (char === 0x0a) {
				break;
			}
		}
		// Prose, where nothing is read as code.
		this.unended.set(mark, at);
		this.row = row;
		return start + 1;
	}

	endOfRow(start: number): number {
		const end = this.text.indexOf('\n', start);
		return end < 0 ? this.text.length : end;
	}

	countRows(start: number, end: number): void {
		if (start < this.newlineFrom || start > this.newlineAt) {
			this.findNewline(start);
		}
		while (this.newlineAt < end) {
			this.row++;
			this.findNewline(this.newlineAt + 1);
		}
	}

	/** The position of the next comment of any rows, as far as one sees; the end of the text where there is none. */
	blockComment(start: number): number {
		if (start < this.blockFrom || start > this.blockAt) {
			const at = this.text.indexOf('/*', start);
			this.blockFrom = start;
			this.blockAt = at < 0 ? this.text.length : at;
		}
		return this.blockAt;
	}

	private findNewline(start: number): void {
		const at = this.text.indexOf('\n', start);
		this.newlineFrom = start;
		this.newlineAt = at < 0 ? this.text.length : at;
	}

	private until(mark: string, from: number, start: number): number {
		const at = this.text.indexOf(mark, from);
		const end = at < 0 ? this.text.length : at + mark.length;
		this.countRows(start, end);
		return end;
	}

	/** A quote in a number separates digits. */
	private isInNumber(start: number): boolean {
		const before = this.text.charCodeAt(start - 1);
		if (
			!(before >= 0x30 && before <= 0x39) &&
			!(before >= 0x41 && before <= 0x46) &&
			!(before >= 0x61 && before <= 0x66)
		) {
			return false;
		}
		const first = this.wordBefore(start - 1).charCodeAt(0);
		return first >= 0x30 && first <= 0x39;
	}
}
