import type { LineRange } from '../../../../runs/pure/model/symbol';
import type { StatementRole } from '../../languages/readerData';
import { Lexer } from '../lexer';
import { quoteSort } from '../lexis';
import type { StatementTables } from './statementTables';

/** Reads the tokens of a text, one after the other. Positions are indices in the text. */
export class CodeReader {
	/** The start of the next token, and the end of the last one. */
	at = 0;
	end = 0;
	/** The position of the last word or sign of a possible definition. */
	lastSign = -1;
	readonly lexer: Lexer;
	/** The token that the comments were noted before. */
	private commentsAt = -1;

	constructor(
		readonly text: string,
		readonly tables: StatementTables,
	) {
		this.lexer = new Lexer(text, tables.lexis, { mayBeginValue: last => this.mayBeginValue(last) });
		this.at = text.startsWith('#!') ? this.lexer.rowEnd(0) : 0;
		this.skip();
	}

	/** The text cannot be read so. */
	get isBroken(): boolean {
		return this.lexer.isBroken;
	}

	set isBroken(value: boolean) {
		this.lexer.isBroken = value;
	}

	char(): number {
		return this.text.charCodeAt(this.at);
	}

	get isAtEnd(): boolean {
		return this.at >= this.text.length;
	}

	/** Moves past a token that ends at a position. */
	advance(to: number): void {
		this.end = to;
		this.at = to;
		this.skip();
	}

	/** Returns to the start of a token; nothing after it counts any more. */
	reset(at: number, end: number): void {
		this.at = at;
		this.end = end;
		this.commentsAt = -1;
	}

	/** Moves past a character if it is next. */
	take(char: number): boolean {
		if (this.char() !== char) {
			return false;
		}
		this.advance(this.at + 1);
		return true;
	}

	/** Moves past a bracket that has to be next. */
	expect(char: number): void {
		if (!this.take(char)) {
			this.isBroken = true;
		}
	}

	isWordAt(at: number): boolean {
		return this.lexer.isWordAt(at);
	}

	wordEnd(start: number): number {
		return this.lexer.wordEnd(start);
	}

	wordAt(start: number): string {
		return this.lexer.wordAt(start);
	}

	/** Returns the role of the next word; undefined for a name, and for no word. */
	role(at = this.at): StatementRole | undefined {
		const lengths = this.tables.lengths[this.text.charCodeAt(at)];
		if (lengths === 0 || lengths === undefined) {
			return undefined;
		}
		const end = this.wordEnd(at);
		const isOfLength = end - at < 32 && (lengths & (1 << (end - at))) !== 0;
		return isOfLength ? this.tables.words.get(this.text.slice(at, end)) : undefined;
	}

	/** Whether the next token is in another row than the last one. */
	isNewRow(): boolean {
		return this.lexer.hasNewline(this.end, this.at);
	}

	/** The position of the first token at or behind a position. */
	codeAt(start: number): number {
		let at = start;
		for (;;) {
			const char = this.text.charCodeAt(at);
			if (isBlank(char)) {
				at++;
			} else {
				const end = char === 0x2f ? this.lexer.commentEnd(at) : -1;
				if (end < 0) {
					return at;
				}
				at = end;
			}
		}
	}

	rowOf(at: number): number {
		return this.lexer.rowOf(at);
	}

	/** The comments directly above the token at a position. Lines are 1-based. */
	docAt(at: number): LineRange | undefined {
		return this.commentsAt === at ? this.lexer.docAt(at) : undefined;
	}

	/** Returns the end of the string that begins at a position; of only the quote if it does not end in its row. */
	string(start: number): number {
		const end = this.lexer.stringEnd(start);
		return end < 0 ? start + 1 : end;
	}

	/** The end of a template, with the code in it. */
	template(start: number): number {
		const end = this.lexer.stringEnd(start);
		this.isBroken ||= end < 0;
		return end < 0 ? this.text.length : end;
	}

	/** Returns the end of a regular expression; of only the slash if it does not end in its row. */
	pattern(start: number): number {
		return this.lexer.pattern(start);
	}

	/** Returns the end of the part that the bracket at a position begins. */
	balanced(start: number): number {
		return this.lexer.balanced(start);
	}

	/** Whether a slash behind the token that ends with the character at a position begins a regular expression. */
	private mayBeginValue(last: number): boolean {
		const { text, tables, lexer } = this;
		const char = text.charCodeAt(last);
		if (!lexer.isWordAt(last)) {
			return !(char === 0x29 || char === 0x5d || char === 0x7d || lexer.lexis.sorts[char] === quoteSort);
		}
		return tables.beforeValue.has(text.slice(lexer.wordStart(last), last + 1));
	}

	private skip(): void {
		const { text, lexer } = this;
		let { at } = this;
		let hasComments = false;
		for (;;) {
			const char = text.charCodeAt(at);
			if (isBlank(char)) {
				at++;
				continue;
			}
			const end = char === 0x2f ? lexer.commentEnd(at) : -1;
			if (end < 0) {
				break;
			}
			if (!hasComments) {
				lexer.dropComments();
			}
			hasComments = true;
			lexer.noteComment(at, end);
			at = end;
		}
		this.commentsAt = hasComments ? at : this.commentsAt;
		this.at = at;
	}
}

function isBlank(char: number): boolean {
	return char <= 0x20 || char === 0xa0 || char === 0xfeff || char === 0x2028 || char === 0x2029;
}
