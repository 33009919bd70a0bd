import { Lexer } from '../lexer';
import {
	close,
	closeBrace,
	comma,
	type DeclarationTables,
	directive,
	open,
	openBrace,
	quote,
	semicolon,
	slash,
} from './declarationTables';
import { type DefinedName, DirectiveReader } from './directives';

/** Passes over text without declarations: comments, directives, brackets, values. */
export class DeclarationCursor {
	readonly lexer: Lexer;
	at = 0;
	/** The number of open brackets. */
	depth = 0;
	/** For each open condition the number of open brackets at its beginning. */
	private readonly conditions: number[] = [];
	private readonly directives: DirectiveReader;

	constructor(
		private readonly text: string,
		private readonly tables: DeclarationTables,
		private readonly define: (defined: DefinedName, start: number, end: number) => void,
	) {
		this.lexer = new Lexer(text, tables.lexis);
		this.directives = new DirectiveReader(this.lexer, tables.directives);
	}

	/** Brackets do not fit each other. */
	get isBroken(): boolean {
		return this.lexer.isBroken;
	}

	set isBroken(value: boolean) {
		this.lexer.isBroken = value;
	}

	/** Moves past the comment that begins here, and notes it; behind the slash if there is none. */
	comment(): void {
		const { lexer, at } = this;
		const end = this.passComment();
		if (end >= 0 && lexer.isFirstInRow(at)) {
			lexer.noteComment(at, end);
		}
	}

	/** Moves past the string that begins here; only past the quote if it does not end, as in prose. */
	string(): void {
		const { lexer, at } = this;
		const end = this.isInNumber(at) ? -1 : lexer.stringEnd(at);
		this.at = end < 0 ? at + 1 : end;
	}

	/**
	 * Moves past the directive that begins here, and past the other parts of a condition if they are another way to write
	 * the code that has begun already. `isStart`: no statement has begun.
	 */
	directive(isStart: boolean): void {
		const { lexer, at, conditions, directives } = this;
		const data = this.tables.directives;
		if (!lexer.isFirstInRow(at)) {
			this.at++;
			return;
		}
		const read = directives.read(at);
		let { end } = read;
		if (read.defined !== undefined) {
			this.define(read.defined, at, end);
		} else if (data.begins.includes(read.word)) {
			conditions.push(this.depth);
		} else if (data.ends.includes(read.word)) {
			conditions.pop();
		} else if (data.continues.includes(read.word) && !(isStart && conditions.at(-1) === this.depth)) {
			end = directives.afterCondition(end + 1);
			conditions.pop();
		}
		lexer.dropComments();
		this.at = end;
	}

	/** Moves past the bracket that closes the one here. */
	group(): void {
		const { text } = this;
		const { group } = this.tables;
		let nBraces = 0;
		let nOthers = 0;
		while (!this.isBroken) {
			let { at } = this;
			while (group[text.charCodeAt(at)] === 0) {
				at++;
			}
			this.at = at;
			const found = group[text.charCodeAt(at)];
			if (found === openBrace || found === closeBrace) {
				nBraces += found === openBrace ? 1 : -1;
				this.depth += found === openBrace ? 1 : -1;
				this.at++;
			} else if (found === open || found === close) {
				nOthers += found === open ? 1 : -1;
				this.depth += found === open ? 1 : -1;
				this.at++;
			} else if (found === undefined) {
				this.isBroken = true;
			} else {
				this.plain();
			}
			if (nBraces === 0 && nOthers === 0) {
				break;
			}
			this.isBroken ||= nBraces < 0 || nOthers < 0;
		}
	}

	/** Moves to the end of the value here: a comma, a semicolon or a brace that closes the block around it. */
	value(): void {
		const { text } = this;
		const { group } = this.tables;
		while (!this.isBroken) {
			let { at } = this;
			while (group[text.charCodeAt(at)] === 0) {
				at++;
			}
			this.at = at;
			const found = group[text.charCodeAt(at)];
			if (found === openBrace || found === open) {
				this.group();
			} else if (found === comma || found === semicolon || found === closeBrace || found === undefined) {
				break;
			} else if (found === close) {
				this.isBroken = true;
			} else {
				this.plain();
			}
		}
		this.lexer.dropComments();
	}

	/** Passes over tokens that are read the same way in all brackets. */
	plain(): void {
		const found = this.tables.group[this.text.charCodeAt(this.at)];
		if (found === quote) {
			this.string();
		} else if (found === slash) {
			this.passComment();
		} else if (found === directive) {
			this.directive(true);
		} else {
			this.at++;
		}
	}

	/** Moves past the comment that begins here, and returns its end; behind the slash if there is none. */
	private passComment(): number {
		const { lexer, at } = this;
		const end = lexer.commentEnd(at);
		if (end >= 0) {
			lexer.noteGap(at, end);
		}
		this.at = end < 0 ? at + 1 : end;
		return end;
	}

	/** A quote in a number separates digits. */
	private isInNumber(start: number): boolean {
		const { text, lexer } = this;
		if (text.charCodeAt(start) !== 0x27 || !lexer.isWordAt(start - 1)) {
			return false;
		}
		const first = text.charCodeAt(lexer.wordStart(start - 1));
		return first >= 0x30 && first <= 0x39;
	}
}
