import type { LineRange } from '../../../../runs/pure/model/symbol';
import type { BraceRole } from '../../languages/readerData';
import { Lexer } from '../lexer';
import { type BraceTables, blankSort, commentSort, quoteSort, wordSort } from './braceTables';

/** The marks of tokens: the code unit of a sign, or one of these. */
export const wordMark = 0;
const stringMark = 1;
const endMark = -1;
/** `->`, `=>` */
const arrowMark = 2;

/** Tokens between angle brackets; more are none. */
const mostArguments = 300;

/** Moves over the tokens of a text, one at a time. Comments are none. */
export class BraceCursor {
	/** The start and end of the token, and its mark. */
	at = 0;
	end = 0;
	mark = wordMark;
	/** Of a word. */
	role: BraceRole | undefined;
	/** The end of the last token. */
	before = 0;
	/** A row that is no code is between the last token and this one. */
	isBelowDirective = false;
	/** The last row of these that begins with a condition, and the comment above it. */
	condition: { readonly start: number; readonly doc: LineRange | undefined } | undefined;
	readonly lexer: Lexer;
	/** The comment above the code at a position, which no definition took. */
	private rowDoc: { readonly doc: LineRange; readonly at: number } | undefined;

	constructor(
		readonly text: string,
		readonly tables: BraceTables,
	) {
		const { stringEnd } = tables;
		this.lexer = new Lexer(text, tables.lexis, stringEnd && { stringEnd });
	}

	get isAtEnd(): boolean {
		return this.mark === endMark;
	}

	get word(): string {
		return this.mark === wordMark ? this.text.slice(this.at, this.end) : '';
	}

	is(mark: string): boolean {
		return this.mark === mark.charCodeAt(0);
	}

	/** The comment directly above the token, or above the code in front of it in its row, if it is no one else's. */
	doc(at = this.at): LineRange | undefined {
		const { lexer } = this;
		if (lexer.hasComments) {
			const doc = lexer.docAt(at);
			lexer.dropComments();
			return doc;
		}
		const { rowDoc } = this;
		this.rowDoc = undefined;
		return rowDoc && lexer.rowOf(rowDoc.at) === lexer.rowOf(at) ? rowDoc.doc : undefined;
	}

	/** Leaves a comment that `doc` returned to the next definition in the row: the code at this position is none. */
	giveBack(doc: LineRange | undefined, at: number): void {
		this.rowDoc ??= doc && { doc, at };
	}

	next(): void {
		this.move(undefined);
	}

	/** Moves to the next word with a role, or one of the marks. */
	seek(marks: Uint8Array): void {
		this.move(marks);
	}

	/** Moves back to a token that begins at a position. */
	back(at: number): void {
		this.end = at;
		this.next();
	}

	/** Moves to the code of a template, behind the next mark that begins some. */
	toCode(from: number): void {
		const { codeStart } = this.tables;
		codeStart.lastIndex = from;
		this.end = codeStart.test(this.text) ? codeStart.lastIndex : this.text.length;
		this.next();
	}

	/** The mark of the token behind this one, and the position of it. */
	behind(): { mark: number; at: number } {
		const { lexer, text } = this;
		for (let at = this.end; ; at++) {
			const char = text.charCodeAt(at);
			const comment = lexer.commentEnd(at);
			if (comment >= 0) {
				at = comment - 1;
			} else if (!(char <= 0x20)) {
				return { at, mark: at >= text.length ? endMark : lexer.isWordAt(at) ? wordMark : char };
			}
		}
	}

	/** Moves past the bracket that closes the one here. */
	skipGroup(): void {
		this.end = this.lexer.balanced(this.at);
		this.next();
	}

	isCloser(): boolean {
		return this.is(')') || this.is(']') || this.is('}');
	}

	/** Part of `::`. */
	isScope(): boolean {
		const { text, at } = this;
		return this.is(':') && (text.charCodeAt(at + 1) === 0x3a || text.charCodeAt(at - 1) === 0x3a);
	}

	isArrow(): boolean {
		return this.mark === arrowMark;
	}

	isString(): boolean {
		return this.mark === stringMark;
	}

	/** Whether the row before the token ends a statement, in a language in which rows do. */
	endsStatement(): boolean {
		const { lexer, text, before } = this;
		if (before === 0 || !lexer.hasNewline(before, this.at)) {
			return false;
		}
		const last = text.charAt(before - 1);
		if (last === '+' || last === '-') {
			return text.charAt(before - 2) === last;
		}
		// `1.`
		return lexer.isWordAt(last === '.' ? before - 2 : before - 1) || ')]}"\'`'.includes(last);
	}

	/** The token begins a statement: the row before it ends none. */
	beginStatement(): void {
		this.before = this.at;
	}

	/** The same, also where a mark ends it. */
	isStatementEnd(): boolean {
		return this.isAtEnd || this.is(';') || this.isCloser() || this.endsStatement();
	}

	restOfStatement(): void {
		while (!this.isStatementEnd()) {
			this.skipToken();
		}
	}

	/** Moves over a token, or the part that a bracket begins. */
	skipToken(): void {
		if (this.is('(') || this.is('[') || this.is('{')) {
			this.skipGroup();
		} else {
			this.next();
		}
	}

	/** Moves over `<...>`. False if none is: the sign is an operator. */
	angles(): boolean {
		const start = this.at;
		let depth = 0;
		for (let nTokens = 0; nTokens < mostArguments; nTokens++) {
			depth += this.is('<') ? 1 : this.is('>') ? -1 : 0;
			if (depth === 0) {
				this.next();
				return true;
			}
			if (this.is('(') || this.is('[')) {
				this.skipGroup();
			} else if (this.mark > arrowMark && !'<>,.?&@:*'.includes(String.fromCharCode(this.mark))) {
				break;
			} else if (this.mark === endMark) {
				break;
			} else {
				this.next();
			}
		}
		this.back(start);
		return false;
	}

	/** Moves over names and dots. */
	qualifiedName(): void {
		while (this.mark === wordMark || this.is('.')) {
			this.next();
		}
	}

	private move(marks: Uint8Array | undefined): void {
		const { lexer, text, tables } = this;
		const { sorts } = tables;
		this.before = this.end;
		this.isBelowDirective = false;
		this.condition = undefined;
		this.dropComments(this.at);
		// In a text that cannot be read, only its end is found.
		for (let at = lexer.isBroken ? text.length : this.end; ; ) {
			const char = text.charCodeAt(at);
			const sort = sorts[char];
			if (sort === blankSort) {
				at++;
			} else if (sort === wordSort) {
				const end = lexer.wordEnd(at);
				const role = this.roleOf(at, end, char);
				if (marks === undefined || role !== undefined) {
					this.role = role;
					this.set(at, end, wordMark);
					return;
				}
				this.dropComments(at);
				at = end;
			} else if (sort === commentSort && lexer.commentEnd(at) >= 0) {
				const end = lexer.commentEnd(at);
				lexer.noteComment(at, end);
				at = end;
			} else if (sort === quoteSort && char === 0x23 && text.charCodeAt(at + 1) !== 0x5b) {
				const end = lexer.rowEnd(at);
				lexer.noteComment(at, end);
				at = end;
			} else if (sort === quoteSort) {
				const end = lexer.stringEnd(at);
				lexer.isBroken ||= end < 0;
				if (marks === undefined || end < 0 || char === 0x23) {
					this.set(at, end < 0 ? text.length : end, char === 0x23 ? char : stringMark);
					return;
				}
				this.dropComments(at);
				at = end;
			} else if (sort === undefined) {
				this.set(text.length, text.length, endMark);
				return;
			} else if (char === tables.directive && lexer.isFirstInRow(at)) {
				if (text.startsWith('if', at + 1)) {
					this.condition = { start: at, doc: lexer.docAt(at) };
				}
				this.dropComments(at);
				this.isBelowDirective = true;
				at = lexer.rowEnd(at);
			} else if (marks === undefined || marks[char] === 1) {
				const isArrow = (char === 0x2d || char === 0x3d) && text.charCodeAt(at + 1) === 0x3e;
				this.set(at, at + (isArrow ? 2 : 1), isArrow ? arrowMark : char);
				return;
			} else {
				at++;
			}
		}
	}

	private set(at: number, end: number, mark: number): void {
		this.at = at;
		this.end = end;
		this.mark = mark;
		this.role = mark === wordMark ? this.role : undefined;
	}

	/** Code at a position follows the comments. */
	private dropComments(at: number): void {
		const { lexer } = this;
		if (lexer.hasComments) {
			const doc = lexer.docAt(at);
			this.rowDoc = doc && { doc, at };
			lexer.dropComments();
		}
	}

	private roleOf(at: number, end: number, char: number): BraceRole | undefined {
		const words = this.tables.words[char];
		if (words !== undefined) {
			for (const { word, role } of words) {
				if (word.length === end - at && this.text.startsWith(word, at)) {
					return role;
				}
			}
		}
		return undefined;
	}
}
