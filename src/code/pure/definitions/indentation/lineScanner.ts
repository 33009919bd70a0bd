import type { IndentationData } from '../../languages/readerData';
import { charTable } from '../charTables';
import { Lexer } from '../lexer';
import { type Lexis, lexisOf } from '../lexis';

/** The signs a scan can stop at, outside of brackets. `lineEnd` always ends it, even at the end of the text. */
export const lineEnd = 1;
export const colon = 16;
export const equals = 32;
export const semicolon = 64;

const quote = 2;
const comment = 3;
const opening = 4;
const closing = 5;
const backslash = 6;

/** The tables of a scanner, made once for a language. */
export interface LineTables {
	readonly lexis: Lexis;
	/** Classes of characters outside of strings. */
	readonly code: Uint8Array;
	/** 1 for letters that may precede a string. */
	readonly prefix: Uint8Array;
}

export function lineTables({ quotes, stringPrefixes, comment: sign }: IndentationData): LineTables {
	const long = { hasEscapes: true, hasRows: true };
	return {
		lexis: lexisOf({ rowComment: '#', strings: { [quotes]: { hasEscapes: true, long } } }),
		code: charTable({
			...{ '\n': lineEnd, '\\': backslash, '([{': opening, ')]}': closing },
			...{ ':': colon, '=': equals, ';': semicolon, [sign]: comment, [quotes]: quote },
		}),
		prefix: charTable({ [stringPrefixes]: 1 }),
	};
}

const continuation = /^\\\r?\n/;

/** A comment on its own line: its position, and its indentation. */
export interface LineComment {
	readonly at: number;
	readonly column: number;
}

/** Reads a text by logical lines, which may be of several rows: in brackets, in strings, and after a backslash. */
export class LineScanner {
	at = 0;
	readonly lexer: Lexer;
	/** The last code of the logical line, and its end: at its newline, or at a comment before that. */
	codeLast = 0;
	codeEnd = 0;
	/** Comments since they were last taken. */
	lineComments: LineComment[] = [];
	private nOpen = 0;

	constructor(
		readonly text: string,
		private readonly tables: LineTables,
	) {
		this.lexer = new Lexer(text, tables.lexis);
	}

	get isBroken(): boolean {
		return this.lexer.isBroken;
	}

	break(): void {
		this.lexer.isBroken = true;
	}

	/** True if the text ended, and everything in it. */
	get isWhole(): boolean {
		return !this.isBroken && this.nOpen === 0;
	}

	/** Moves to the next code at the beginning of a line, and returns its indentation; undefined at the end. */
	nextLine(): number | undefined {
		const { text } = this;
		let column = 0;
		for (; this.at < text.length; this.at++) {
			const char = text.charCodeAt(this.at);
			if (char === 0x20) {
				column++;
			} else if (char === 0x0a || char === 0x0c) {
				column = 0;
			} else if (char === 0x09) {
				// As the grammars count.
				column += 8;
			} else if (char === this.tables.lexis.comment) {
				this.lineComments.push({ at: this.at, column });
				this.at = this.lexer.rowEnd(this.at) - 1;
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
				this.nOpen += found === opening ? 1 : -1;
				at++;
			} else if (found === undefined || found === lineEnd || found === comment) {
				if (this.endsLine(found)) {
					return lineEnd;
				}
				at = this.at;
			} else if (found === backslash) {
				at += text.charCodeAt(at + 1) === 0x0d ? 2 : 1;
				at += text.charCodeAt(at) === 0x0a ? 1 : 0;
			} else if (found === colon && text.charCodeAt(at + 1) === 0x3d) {
				at += 2;
			} else if (this.nOpen === 0 && (found & stops) !== 0) {
				return found;
			} else {
				at++;
			}
		}
	}

	skipBlanks(): void {
		for (
			let char = this.text.charCodeAt(this.at);
			char === 0x20 || char === 0x09 || char === 0x0d || char === 0x0c;
			char = this.text.charCodeAt(this.at)
		) {
			this.at++;
		}
	}

	/** The same, over rows that end with a backslash. */
	skipContinued(): void {
		this.skipBlanks();
		while (continuation.test(this.text.slice(this.at, this.at + 3))) {
			this.at = this.lexer.rowEnd(this.at) + 1;
			this.skipBlanks();
		}
	}

	/** Returns the start of the word after the one at a position. */
	afterWord(start: number): number {
		return this.lexer.afterBlanks(this.lexer.wordEnd(start));
	}

	/** True if a string begins. */
	isStringAt(start: number): boolean {
		return this.tables.code[this.text.charCodeAt(this.afterPrefix(start))] === quote;
	}

	/** Moves past the string that begins here, see `isStringAt`. */
	skipString(): void {
		this.at = this.afterPrefix(this.at);
		this.string();
	}

	/** True if only blanks, and maybe a comment, follow in the row. */
	isAtRowEnd(): boolean {
		const char = this.text.charCodeAt(this.at);
		return Number.isNaN(char) || char === 0x0a || char === this.tables.lexis.comment;
	}

	private afterPrefix(start: number): number {
		let at = start;
		while (this.tables.prefix[this.text.charCodeAt(at)] === 1) {
			at++;
		}
		return at;
	}

	/** Moves to the end of the row; false if the logical line continues after it. */
	private endsLine(found: number | undefined): boolean {
		if (this.nOpen === 0 || this.isBroken || found === undefined) {
			this.codeEnd = this.at;
			this.codeLast = this.lastCode();
			this.at = found === comment ? this.lexer.rowEnd(this.at) : this.at;
			this.lexer.isBroken ||= this.nOpen !== 0;
			return true;
		}
		this.at = found === comment ? this.lexer.rowEnd(this.at) : this.at + 1;
		return false;
	}

	/** No code may follow a backslash at the end of a row. */
	private lastCode(): number {
		const { text } = this;
		let last = this.codeEnd - 1;
		for (; text.charCodeAt(last) <= 0x20; last--) {
			if (text.charCodeAt(last) === 0x0a) {
				const before = text.charCodeAt(last - 1) === 0x0d ? last - 2 : last - 1;
				if (text.charCodeAt(before) !== 0x5c) {
					break;
				}
				last = before;
			}
		}
		return last;
	}

	/** Moves past a string; if it does not end, to the end of the text. */
	private string(): void {
		const end = this.lexer.stringEnd(this.at);
		this.lexer.isBroken ||= end < 0;
		this.at = end < 0 ? this.text.length : end;
	}
}
