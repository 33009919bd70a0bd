import type { LineRange } from '../../../runs/pure/model/symbol';
import { closeSort, commentSort, type Lexis, openSort, quoteSort, type StringTable } from './lexis';
import { Rows } from './rows';

/** Strings in the code of strings, at most. */
const deepest = 100;

/**
 * The hooks that only one family has. No family extends the lexer: its methods are fast only while all lexers have one
 * class.
 */
export interface LexerHooks {
	/**
	 * Returns the end of the code in a string that may begin with the sign at a position. `start` is the start of the
	 * string. Without it, code is `${...}`.
	 */
	readonly embedded?: (at: number, start: number) => number;
	/** Returns the end of a string that the tables cannot describe, -1 if it does not end; 0 for one that they do. */
	readonly stringEnd?: (lexer: Lexer, start: number) => number;
	/** Whether a value may begin behind the token that ends with the character at a position, and no operator. */
	readonly mayBeginValue?: (last: number) => boolean;
}

/**
 * The one lexer: the elements below a language's words (names, rows, comments, strings, brackets), by the tables of its
 * family. It has no place of its own. Positions are indices in the text, rows are 0-based.
 */
export class Lexer {
	/** The text cannot be read so. */
	isBroken = false;
	/** Begin and end of each comment since the last code, as far as they are adjacent. */
	private readonly comments: number[] = [];
	/** The start and end of the last part without code. */
	private gapStart = -1;
	private gapEnd = -1;
	private readonly rows: Rows;
	/** The end of each bracket, by its position: none is searched twice. */
	private readonly closes = new Map<number, number>();
	/** By mark, the position up to which no string beginning with it ends: each row is searched once for its end. */
	private readonly unended = new Map<number, number>();
	private depth = 0;

	constructor(
		readonly text: string,
		readonly lexis: Lexis,
		private readonly hooks: LexerHooks = {},
	) {
		this.rows = new Rows(text);
	}

	isWordAt(at: number): boolean {
		return this.lexis.word[this.text.charCodeAt(at)] === 1;
	}

	wordEnd(start: number): number {
		const { word } = this.lexis;
		let end = start;
		while (word[this.text.charCodeAt(end)] === 1) {
			end++;
		}
		return end;
	}

	/** The word at a position, '' if there is none. */
	wordAt(start: number): string {
		return this.text.slice(start, this.wordEnd(start));
	}

	/** Returns the start of the word that ends with the character at a position. */
	wordStart(last: number): number {
		let start = last + 1;
		while (start > 0 && this.isWordAt(start - 1)) {
			start--;
		}
		return start;
	}

	rowOf(at: number): number {
		return this.rows.of(at);
	}

	/** The newline that ends the row of a position, or the end of the text. */
	rowEnd(at: number): number {
		const end = this.text.indexOf('\n', at);
		return end < 0 ? this.text.length : end;
	}

	hasNewline(start: number, end: number): boolean {
		for (let at = start; at < end; at++) {
			if (this.text.charCodeAt(at) === 0x0a) {
				return true;
			}
		}
		return false;
	}

	/** True if only blanks precede a position in its row. */
	isFirstInRow(at: number): boolean {
		let before = at - 1;
		while (this.text.charCodeAt(before) === 0x20 || this.text.charCodeAt(before) === 0x09) {
			before--;
		}
		const char = this.text.charCodeAt(before);
		return before < 0 || char === 0x0a || (before === 0 && char === 0xfeff);
	}

	/** The next position in its row that is no blank. */
	afterBlanks(start: number): number {
		let at = start;
		while (this.text.charCodeAt(at) === 0x20 || this.text.charCodeAt(at) === 0x09) {
			at++;
		}
		return at;
	}

	/** The end of the comment that begins at a position, before its newline for one of one row; -1 for none. */
	commentEnd(start: number): number {
		const { text, lexis } = this;
		if (text.charCodeAt(start) !== lexis.comment) {
			return -1;
		}
		const { rowComment, blockComments } = lexis.data;
		const next = text.charCodeAt(start + 1);
		if (rowComment === '#' || next === 0x2f) {
			return this.rowEnd(start);
		}
		if (next !== 0x2a || blockComments === undefined) {
			return -1;
		}
		const end = blockComments === 'nested' ? this.nestedEnd(start) : text.indexOf('*/', start + 2) + 2;
		return end < 2 ? text.length : end;
	}

	/** Notes a comment, behind which a definition may follow. */
	noteComment(start: number, end: number): void {
		const { comments } = this;
		if (comments.length > 0 && this.rowOf((comments.at(-1) ?? 0) - 1) + 1 < this.rowOf(start)) {
			comments.length = 0;
		}
		comments.push(start, end);
	}

	/** Notes a part that is no code: `codeBefore` passes over it. */
	noteGap(start: number, end: number): void {
		this.gapStart = this.codeBefore(start) + 1;
		this.gapEnd = end;
	}

	/** Code follows the comments that were noted, or a definition took them. */
	dropComments(): void {
		this.comments.length = 0;
	}

	get hasComments(): boolean {
		return this.comments.length > 0;
	}

	/** Returns the noted comments that are on their own rows and adjacent to the row of a position. Lines are 1-based. */
	docAt(at: number): LineRange | undefined {
		const { comments } = this;
		let doc: LineRange | undefined;
		for (let each = 0; each < comments.length; each += 2) {
			const start = comments[each] ?? 0;
			if (this.isFirstInRow(start)) {
				const startLine = this.rowOf(start) + 1;
				const endLine = this.rowOf((comments[each + 1] ?? 1) - 1) + 1;
				doc = { startLine: doc !== undefined && doc.endLine + 1 >= startLine ? doc.startLine : startLine, endLine };
			}
		}
		return doc !== undefined && doc.endLine >= this.rowOf(at) ? doc : undefined;
	}

	/** The position of the last character of code before a position; -1 at the beginning. */
	codeBefore(position: number): number {
		let at = position;
		for (;;) {
			at = at === this.gapEnd ? this.gapStart : at;
			const char = this.text.charCodeAt(at - 1);
			if (at <= 0 || !(char <= 0x20)) {
				return at - 1;
			}
			at--;
		}
	}

	/** The end of the string that begins with the mark at a position; -1 if it does not end. */
	stringEnd(start: number): number {
		const { text, lexis } = this;
		const special = this.hooks.stringEnd?.(this, start) ?? 0;
		if (special !== 0) {
			return special;
		}
		const mark = text.charCodeAt(start);
		let table = lexis.strings[mark];
		let at = start + 1;
		if (table?.longTable !== undefined && text.charCodeAt(at) === mark && text.charCodeAt(at + 1) === mark) {
			table = table.longTable;
			at += 2;
		}
		if (table === undefined || (!table.hasRows && this.unended.size > 0 && start < (this.unended.get(mark) ?? 0))) {
			return -1;
		}
		if (table.isPlain) {
			return text.indexOf(table.text, at) + 1 || -1;
		}
		const { stops } = table;
		for (;;) {
			while (stops[text.charCodeAt(at)] === 0) {
				at++;
			}
			const char = text.charCodeAt(at);
			if (char === mark) {
				if (!table.isLong) {
					return at + 1;
				}
				if (text.charCodeAt(at + 1) === mark && text.charCodeAt(at + 2) === mark) {
					return this.afterMarks(at + 3, table);
				}
				at++;
			} else if (char === 0x5c) {
				// A carriage return and a newline are escaped together.
				at += text.charCodeAt(at + 1) === 0x0d && text.charCodeAt(at + 2) === 0x0a ? 3 : 2;
			} else if (char !== 0x0a && at < text.length && !this.isBroken) {
				at = this.embedded(at, start);
			} else {
				this.noteUnended(table, at);
				return -1;
			}
		}
	}

	/** Returns the end of the part that the bracket at a position begins. */
	balanced(start: number): number {
		const { text, lexis, closes } = this;
		const known = closes.get(start);
		if (known !== undefined) {
			return known;
		}
		const { sorts } = lexis;
		const around: number[] = [];
		let last = start;
		for (let at = start; at < text.length && !this.isBroken; ) {
			const sort = sorts[text.charCodeAt(at)];
			const before = last;
			if (sort === 0) {
				last = text.charCodeAt(at) <= 0x20 ? last : at;
				at++;
				continue;
			}
			last = at;
			if (sort === quoteSort) {
				const end = this.stringEnd(at);
				at = end < 0 ? at + 1 : end;
			} else if (sort === commentSort) {
				const end = this.commentEnd(at);
				last = end < 0 ? at : before;
				at = end < 0 ? this.afterSlash(at, before) : end;
			} else if (sort === openSort) {
				const end = closes.get(at);
				around.push(at);
				at = end === undefined ? at + 1 : end - 1;
			} else if (sort === closeSort) {
				at++;
				closes.set(around.pop() ?? start, at);
				if (around.length === 0) {
					return at;
				}
			}
		}
		this.isBroken = true;
		return text.length;
	}

	/** Returns the end of a regular expression; of only the slash if it does not end in its row. */
	pattern(start: number): number {
		const { text } = this;
		let inSet = false;
		for (let at = start + 1; ; at++) {
			const char = text.charCodeAt(at);
			if (char === 0x0a || Number.isNaN(char)) {
				return start + 1;
			}
			if (char === 0x5c) {
				at++;
			} else if (char === 0x5b || char === 0x5d) {
				inSet = char === 0x5b;
			} else if (char === 0x2f && !inSet) {
				return this.wordEnd(at + 1);
			}
		}
	}

	/** Reads a part that may contain itself, as deep as the stack allows. */
	nested(read: () => number): number {
		this.isBroken ||= this.depth >= deepest;
		if (this.isBroken) {
			return this.text.length;
		}
		this.depth++;
		const end = read();
		this.depth--;
		return end;
	}

	private noteUnended({ mark, hasRows }: StringTable, at: number): void {
		if (!hasRows) {
			this.unended.set(mark, at);
		}
	}

	private afterMarks(end: number, { mark, takesMarks }: StringTable): number {
		let at = end;
		while (takesMarks && this.text.charCodeAt(at) === mark) {
			at++;
		}
		return at;
	}

	private embedded(at: number, start: number): number {
		const { embedded } = this.hooks;
		if (embedded !== undefined) {
			return embedded(at, start);
		}
		return this.text.charCodeAt(at + 1) === 0x7b ? this.nested(() => this.balanced(at + 1)) : at + 1;
	}

	private afterSlash(at: number, before: number): number {
		return this.lexis.data.hasPatterns && this.hooks.mayBeginValue?.(before) ? this.pattern(at) : at + 1;
	}

	private nestedEnd(start: number): number {
		const { text } = this;
		let depth = 0;
		for (let at = start; at < text.length; at++) {
			const char = text.charCodeAt(at);
			const next = text.charCodeAt(at + 1);
			if (char === 0x2f && next === 0x2a) {
				depth++;
				at++;
			} else if (char === 0x2a && next === 0x2f) {
				at++;
				depth--;
				if (depth === 0) {
					return at + 1;
				}
			}
		}
		this.isBroken = true;
		return text.length;
	}
}
