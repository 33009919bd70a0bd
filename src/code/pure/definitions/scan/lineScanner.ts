import type { IndentationSkeletonData } from '../../languages/skeletonData';
import { charTable, wordTable } from '../skeleton/skeletonParts';

/** What a scan can stop at, outside of brackets. `lineEnd` always ends it, also at the end of the text. */
export const lineEnd = 1;
export const colon = 16;
export const equals = 32;
export const semicolon = 64;

const quote = 2;
const comment = 3;
const opening = 4;
const closing = 5;
const backslash = 6;

/** What a scanner looks up: made once for a language. */
export interface LineTables {
	/** Classes of characters outside of strings. */
	readonly code: Uint8Array;
	/** The same inside of strings. */
	readonly string: Uint8Array;
	readonly word: Uint8Array;
	/** 1 for letters that may precede a string. */
	readonly prefix: Uint8Array;
	readonly comment: number;
}

export function lineTables(data: IndentationSkeletonData): LineTables {
	const { quotes, stringPrefixes } = data;
	return {
		code: charTable({
			...{ '\n': lineEnd, '\\': backslash, '([{': opening, ')]}': closing },
			...{ ':': colon, '=': equals, ';': semicolon, [data.comment]: comment, [quotes]: quote },
		}),
		string: charTable({ '\n': lineEnd, '\\': backslash, [quotes]: quote }),
		word: wordTable(),
		prefix: charTable({ [stringPrefixes]: 1 }),
		comment: data.comment.charCodeAt(0),
	};
}

const continuation = /^\\\r?\n/;

/** A comment alone in its line: its 0-based row, and its indentation. */
export interface LineComment {
	readonly row: number;
	readonly column: number;
}

/** Reads a text by logical lines, which may be of several rows: in brackets, in strings, and after a backslash. */
export class LineScanner {
	at = 0;
	/** 0-based row of `at`. */
	row = 0;
	/** Where the code of the logical line ended: at its newline, or at a comment before that. */
	codeEnd = 0;
	/** 0-based row of the last code before the end of the line: no code may follow a backslash. */
	codeRow = 0;
	/** The text is not what the tables describe: a string that does not end, a bracket too many. */
	isBroken = false;
	/** Comments since they were last taken. */
	comments: LineComment[] = [];
	private depth = 0;

	constructor(
		readonly text: string,
		private readonly tables: LineTables,
	) {}

	/** True where the text ended, and everything in it. */
	get isWhole(): boolean {
		return !this.isBroken && this.depth === 0;
	}

	/** Moves to the next code at the beginning of a line, and returns its indentation; undefined at the end. */
	nextLine(): number | undefined {
		const { text } = this;
		let column = 0;
		for (; this.at < text.length; this.at++) {
			const char = text.charCodeAt(this.at);
			if (char === 0x20) {
				column++;
			} else if (char === 0x0a) {
				this.row++;
				column = 0;
			} else if (char === 0x09) {
				// As the grammars count.
				column += 8;
			} else if (char === 0x0c) {
				column = 0;
			} else if (char === this.tables.comment) {
				this.comments.push({ row: this.row, column });
				this.at = this.endOfRow() - 1;
			} else if (char !== 0x0d && !(char === 0xfeff && this.at === 0)) {
				return column;
			}
		}
		return undefined;
	}

	/** Moves to the next of `stops` outside of brackets, or to the end of the logical line, and returns which it is. */
	next(stops: number): number {
		const { text } = this;
		const { code } = this.tables;
		let at = this.at;
		for (;;) {
			let found = code[text.charCodeAt(at)];
			while (found === 0) {
				found = code[text.charCodeAt(++at)];
			}
			this.at = at;
			if (found === quote) {
				this.string();
				at = this.at;
			} else if (found === opening || found === closing) {
				this.depth += found === opening ? 1 : -1;
				at++;
			} else if (found === undefined || found === lineEnd || found === comment) {
				if (this.endsLine(found)) {
					return lineEnd;
				}
				at = this.at;
			} else if (found === backslash) {
				at += 1;
				at += text.charCodeAt(at) === 0x0d ? 1 : 0;
				if (text.charCodeAt(at) === 0x0a) {
					this.row++;
					at++;
				}
			} else if (found === colon && text.charCodeAt(at + 1) === 0x3d) {
				at += 2;
			} else if (this.depth === 0 && (found & stops) !== 0) {
				return found;
			} else {
				at++;
			}
		}
	}

	skipBlanks(): void {
		for (;;) {
			const char = this.text.charCodeAt(this.at);
			if (char !== 0x20 && char !== 0x09 && char !== 0x0d && char !== 0x0c) {
				return;
			}
			this.at++;
		}
	}

	/** The same, over rows that end with a backslash. */
	skipContinued(): void {
		this.skipBlanks();
		while (continuation.test(this.text.slice(this.at, this.at + 3))) {
			this.at = this.text.indexOf('\n', this.at) + 1;
			this.row++;
			this.skipBlanks();
		}
	}

	/** The next position that is no blank, in its row. */
	afterBlanks(start: number): number {
		let at = start;
		while (this.text.charCodeAt(at) === 0x20 || this.text.charCodeAt(at) === 0x09) {
			at++;
		}
		return at;
	}

	/** Where the word after the one at a position begins. */
	afterWord(start: number): number {
		return this.afterBlanks(start + this.wordAt(start).length);
	}

	/** The word at a position, '' where there is none. */
	wordAt(start: number): string {
		const { word } = this.tables;
		let end = start;
		while (word[this.text.charCodeAt(end)] === 1) {
			end++;
		}
		return this.text.slice(start, end);
	}

	/** True where a string begins. */
	isStringAt(start: number): boolean {
		const { code, prefix } = this.tables;
		let at = start;
		while (prefix[this.text.charCodeAt(at)] === 1) {
			at++;
		}
		return code[this.text.charCodeAt(at)] === quote;
	}

	/** Moves behind the string that begins here, see `isStringAt`. */
	skipString(): void {
		while (this.tables.prefix[this.text.charCodeAt(this.at)] === 1) {
			this.at++;
		}
		this.string();
	}

	/** True where only blanks, and maybe a comment, follow in the row. */
	isAtRowEnd(): boolean {
		const char = this.text.charCodeAt(this.at);
		return Number.isNaN(char) || char === 0x0a || char === this.tables.comment;
	}

	/** Moves to the end of the row; false where the logical line continues after it. */
	private endsLine(found: number | undefined): boolean {
		if (this.depth === 0 || this.isBroken || found === undefined) {
			this.codeEnd = this.at;
			this.codeRow = this.rowOfCode();
			this.at = found === comment ? this.endOfRow() : this.at;
			this.isBroken ||= this.depth !== 0;
			return true;
		}
		if (found === comment) {
			this.at = this.endOfRow();
		} else {
			this.row++;
			this.at++;
		}
		return false;
	}

	private rowOfCode(): number {
		const { text } = this;
		let { row } = this;
		for (let at = this.codeEnd - 1; text.charCodeAt(at) <= 0x20; at--) {
			if (text.charCodeAt(at) === 0x0a) {
				const before = text.charCodeAt(at - 1) === 0x0d ? at - 2 : at - 1;
				if (text.charCodeAt(before) !== 0x5c) {
					break;
				}
				row--;
				at = before;
			}
		}
		return row;
	}

	/** Moves behind a string; where it does not end, to the end of the text. */
	private string(): void {
		const { text } = this;
		const { string } = this.tables;
		const mark = text.charCodeAt(this.at);
		const isLong = text.charCodeAt(this.at + 1) === mark && text.charCodeAt(this.at + 2) === mark;
		let at = this.at + (isLong ? 3 : 1);
		for (;;) {
			let found = string[text.charCodeAt(at)];
			while (found === 0) {
				found = string[text.charCodeAt(++at)];
			}
			if (found === quote) {
				const ends = text.charCodeAt(at) === mark;
				if (ends && (!isLong || (text.charCodeAt(at + 1) === mark && text.charCodeAt(at + 2) === mark))) {
					this.at = at + (isLong ? 3 : 1);
					return;
				}
				at++;
			} else if (found === backslash) {
				this.row += text.charCodeAt(at + 1) === 0x0a ? 1 : 0;
				// A carriage return and a newline are escaped together.
				const isReturn = text.charCodeAt(at + 1) === 0x0d && text.charCodeAt(at + 2) === 0x0a;
				this.row += isReturn ? 1 : 0;
				at += isReturn ? 3 : 2;
			} else if (found === lineEnd && isLong) {
				this.row++;
				at++;
			} else {
				this.isBroken = true;
				this.at = text.length;
				return;
			}
		}
	}

	private endOfRow(): number {
		const end = this.text.indexOf('\n', this.at);
		return end < 0 ? this.text.length : end;
	}
}
