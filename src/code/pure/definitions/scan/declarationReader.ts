import { BraceLexer } from '../skeleton/braceLexer';
import { afterCondition, type DefinedName, isRowStart, readDirective } from '../skeleton/directives';
import {
	close,
	closeBrace,
	comma,
	type DeclarationTables,
	directive,
	newline,
	open,
	openBrace,
	quote,
	semicolon,
	slash,
} from './declarationTables';

/** Passes over what contains no declaration: comments, directives, brackets, values. */
export class DeclarationReader {
	readonly lexer: BraceLexer;
	at = 0;
	/** The number of open brackets. */
	depth = 0;
	/** Brackets do not fit each other. */
	isBroken = false;
	/** 0-based rows of the comments since the last code, which are adjacent; -1 for none. */
	docStart = -1;
	docEnd = -1;
	/** For each open condition the number of open brackets at its beginning. */
	private readonly conditions: number[] = [];

	constructor(
		private readonly text: string,
		private readonly tables: DeclarationTables,
		private readonly define: (defined: DefinedName) => void,
	) {
		this.lexer = new BraceLexer(text, tables);
	}

	/** Moves behind the comment that begins here; behind the slash where there is none. */
	comment(): void {
		const { lexer, at, text } = this;
		const { row } = lexer;
		const end = lexer.comment(at);
		if (end >= 0 && isRowStart(text, at)) {
			this.docStart = this.docStart >= 0 && this.docEnd + 1 >= row ? this.docStart : row;
			this.docEnd = lexer.row;
		}
		this.at = end < 0 ? at + 1 : end;
	}

	/** Moves behind the string that begins here. */
	string(): void {
		this.at = this.lexer.string(this.at);
	}

	/**
	 * Moves behind the directive that begins here, and behind the other parts of a condition where they are another way to
	 * write what has begun already. `isStart`: no statement has begun.
	 */
	directive(isStart: boolean): boolean {
		const { lexer, text, at, conditions } = this;
		const data = this.tables.data.directives;
		if (!isRowStart(text, at)) {
			this.at++;
			return false;
		}
		const hasDoc = this.docStart >= 0 && this.docEnd + 1 >= lexer.row;
		const doc = hasDoc ? { startLine: this.docStart + 1, endLine: this.docEnd + 1 } : undefined;
		const read = readDirective(lexer, at, data, doc);
		let { end } = read;
		if (read.defined !== undefined) {
			this.define(read.defined);
		} else if (data.begins.includes(read.word)) {
			conditions.push(this.depth);
		} else if (data.ends.includes(read.word)) {
			conditions.pop();
		} else if (data.continues.includes(read.word) && !(isStart && conditions.at(-1) === this.depth)) {
			lexer.row += end < text.length ? 1 : 0;
			end = afterCondition(lexer, end + 1, data);
			conditions.pop();
		}
		this.docStart = -1;
		this.at = end;
		return true;
	}

	/** Moves behind the bracket that closes the one here. */
	group(): void {
		const { text, lexer } = this;
		const { group } = this.tables;
		const { length } = text;
		let nBraces = 0;
		let nOthers = 0;
		let at = this.at;
		while (!this.isBroken) {
			while (at < length && group[text.charCodeAt(at)] === 0) {
				at++;
			}
			this.at = at;
			switch (group[text.charCodeAt(at)]) {
				case newline:
					lexer.row++;
					this.at++;
					break;
				case openBrace:
					nBraces++;
					this.depth++;
					this.at++;
					break;
				case open:
					nOthers++;
					this.depth++;
					this.at++;
					break;
				case closeBrace:
					nBraces--;
					this.depth--;
					this.at++;
					break;
				case close:
					nOthers--;
					this.depth--;
					this.at++;
					break;
				case undefined:
					this.isBroken = true;
					break;
				default:
					this.plain();
			}
			at = this.at;
			if (nBraces === 0 && nOthers === 0) {
				break;
			}
			this.isBroken ||= nBraces < 0 || nOthers < 0;
		}
		this.docStart = -1;
	}

	/** Moves to the end of the value here: a comma, a semicolon or a brace that closes what is around it. */
	value(): void {
		const { text, lexer } = this;
		const { group } = this.tables;
		const { length } = text;
		for (;;) {
			let { at } = this;
			while (at < length && group[text.charCodeAt(at)] === 0) {
				at++;
			}
			this.at = at;
			const found = group[text.charCodeAt(at)];
			if (found === openBrace || found === open) {
				this.group();
				if (this.isBroken) {
					return;
				}
			} else if (found === newline) {
				lexer.row++;
				this.at++;
			} else if (found === comma || found === semicolon || found === closeBrace || found === undefined) {
				break;
			} else if (found === close) {
				this.isBroken = true;
				return;
			} else {
				this.plain();
			}
		}
		this.docStart = -1;
	}

	/** Passes over what is read the same way in all brackets. */
	plain(): void {
		const found = this.tables.group[this.text.charCodeAt(this.at)];
		if (found === quote) {
			this.string();
		} else if (found === slash) {
			this.at = Math.max(this.lexer.comment(this.at), this.at + 1);
		} else if (found === directive) {
			this.directive(true);
		} else {
			this.at++;
		}
	}

	/** The first position from one on that is no blank, in its row. */
	afterBlanks(start: number): number {
		let at = start;
		while (this.text.charCodeAt(at) === 0x20 || this.text.charCodeAt(at) === 0x09) {
			at++;
		}
		return at;
	}
}
