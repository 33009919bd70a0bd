import type { LineRange } from '../../../../runs/pure/model/symbol';
import type { StatementRole } from '../../languages/skeletonData';
import { close, open, quote, type StatementTables, slash, template } from './statementTables';

/** Reads the tokens of a text, one after the other. Positions are indices in the text. */
export class CodeReader {
	/** Where the next token begins, and where the last one ended. */
	at = 0;
	end = 0;
	/** Where the last word or sign was by which a text may hold a definition. */
	lastSign = -1;
	/** The text cannot be read so. */
	isBroken = false;
	/** Begin and end of each comment directly before `commentsAt`. */
	private readonly comments: number[] = [];
	private commentsAt = -1;
	/** By the position of a bracket, where it ends: none is searched twice. */
	private readonly closes = new Map<number, number>();
	private rowStarts: number[] | undefined;
	private row = 0;

	constructor(
		readonly text: string,
		readonly tables: StatementTables,
	) {
		this.at = text.startsWith('#!') ? this.endOfRow(0) : 0;
		this.skip();
	}

	char(): number {
		return this.text.charCodeAt(this.at);
	}

	get isAtEnd(): boolean {
		return this.at >= this.text.length;
	}

	/** Moves behind a token that ends at a position. */
	advance(to: number): void {
		this.end = to;
		this.at = to;
		this.skip();
	}

	/** Returns to where a token began, behind which nothing counts any more. */
	reset(at: number, end: number): void {
		this.at = at;
		this.end = end;
		this.commentsAt = -1;
	}

	/** Moves behind a character if it is next. */
	take(char: number): boolean {
		if (this.char() !== char) {
			return false;
		}
		this.advance(this.at + 1);
		return true;
	}

	/** Moves behind a bracket that has to be next. */
	expect(char: number): void {
		if (!this.take(char)) {
			this.isBroken = true;
		}
	}

	isWordAt(at: number): boolean {
		return this.tables.word[this.text.charCodeAt(at)] === 1;
	}

	wordEnd(start: number): number {
		const { word } = this.tables;
		let end = start;
		while (word[this.text.charCodeAt(end)] === 1) {
			end++;
		}
		return end;
	}

	wordAt(start: number): string {
		return this.text.slice(start, this.wordEnd(start));
	}

	/** What the next word is; undefined for a name, and for no word. */
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
		for (let at = this.end; at < this.at; at++) {
			if (this.text.charCodeAt(at) === 0x0a) {
				return true;
			}
		}
		return false;
	}

	/** The position of the first token at or behind a position. */
	codeAt(start: number): number {
		let at = start;
		for (;;) {
			const char = this.text.charCodeAt(at);
			if (isBlank(char)) {
				at++;
			} else {
				const end = char === 0x2f ? this.commentEnd(at) : -1;
				if (end < 0) {
					return at;
				}
				at = end;
			}
		}
	}

	/** 0-based row of a position. */
	rowOf(at: number): number {
		this.rowStarts ??= rowStartsOf(this.text);
		const starts = this.rowStarts;
		let { row } = this;
		while ((starts[row] ?? 0) > at) {
			row--;
		}
		while ((starts[row + 1] ?? Number.POSITIVE_INFINITY) <= at) {
			row++;
		}
		this.row = row;
		return row;
	}

	/** True where only blanks precede a position in its row. */
	isFirstInRow(at: number): boolean {
		let before = at - 1;
		while (this.text.charCodeAt(before) === 0x20 || this.text.charCodeAt(before) === 0x09) {
			before--;
		}
		return before < 0 || this.text.charCodeAt(before) === 0x0a;
	}

	/** The comments directly above the token at a position. Lines are 1-based. */
	docAt(at: number): LineRange | undefined {
		const { comments } = this;
		if (this.commentsAt !== at || comments.length === 0) {
			return undefined;
		}
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

	/** The end of the string that begins at a position; just the quote where it does not end in its row. */
	string(start: number): number {
		const { text } = this;
		const mark = text.charCodeAt(start);
		for (let at = start + 1; ; at++) {
			const char = text.charCodeAt(at);
			if (char === mark) {
				return at + 1;
			}
			if (char === 0x5c) {
				at += text.charCodeAt(at + 1) === 0x0d ? 2 : 1;
			} else if (char === 0x0a || Number.isNaN(char)) {
				return start + 1;
			}
		}
	}

	/** The end of a template, with the code in it. */
	template(start: number): number {
		const { text } = this;
		for (let at = start + 1; at < text.length; at++) {
			const char = text.charCodeAt(at);
			if (char === 0x60) {
				return at + 1;
			}
			if (char === 0x5c) {
				at++;
			} else if (char === 0x24 && text.charCodeAt(at + 1) === 0x7b) {
				at = this.balanced(at + 1) - 1;
			}
		}
		this.isBroken = true;
		return text.length;
	}

	/** The end of a regular expression; just the slash where it does not end in its row. */
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

	/** The end of what the bracket at a position begins. */
	balanced(start: number): number {
		const { text, tables, closes } = this;
		const known = closes.get(start);
		if (known !== undefined) {
			return known;
		}
		const around: number[] = [];
		let last = start;
		for (let at = start; at < text.length; ) {
			const sort = tables.sorts[text.charCodeAt(at)];
			const before = last;
			if (sort === 0) {
				last = text.charCodeAt(at) <= 0x20 ? last : at;
				at++;
				continue;
			}
			last = at;
			if (sort === quote) {
				at = this.string(at);
			} else if (sort === template) {
				at = this.template(at);
			} else if (sort === slash) {
				const end = this.commentEnd(at);
				last = end < 0 ? at : before;
				at = end < 0 ? (this.mayBeginValue(before) ? this.pattern(at) : at + 1) : end;
			} else if (sort === open) {
				const end = closes.get(at);
				around.push(at);
				at = end === undefined ? at + 1 : end - 1;
			} else if (sort === close) {
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

	/** Whether a slash behind the token that ends with the character at a position begins a regular expression. */
	private mayBeginValue(last: number): boolean {
		const { text, tables } = this;
		const char = text.charCodeAt(last);
		if (!this.isWordAt(last)) {
			return !(char === 0x29 || char === 0x5d || char === 0x7d || tables.sorts[char] === quote || char === 0x60);
		}
		let start = last;
		while (start > 0 && this.isWordAt(start - 1)) {
			start--;
		}
		return tables.beforeValue.has(text.slice(start, last + 1));
	}

	private skip(): void {
		const { text, comments } = this;
		let { at } = this;
		let hasComments = false;
		for (;;) {
			const char = text.charCodeAt(at);
			if (isBlank(char)) {
				at++;
				continue;
			}
			const end = char === 0x2f ? this.commentEnd(at) : -1;
			if (end < 0) {
				break;
			}
			comments.length = hasComments ? comments.length : 0;
			hasComments = true;
			comments.push(at, end);
			at = end;
		}
		this.commentsAt = hasComments ? at : this.commentsAt;
		this.at = at;
	}

	private commentEnd(start: number): number {
		const next = this.text.charCodeAt(start + 1);
		if (next === 0x2f) {
			return this.endOfRow(start);
		}
		if (next !== 0x2a) {
			return -1;
		}
		const end = this.text.indexOf('*/', start + 2);
		return end < 0 ? this.text.length : end + 2;
	}

	private endOfRow(start: number): number {
		const end = this.text.indexOf('\n', start);
		return end < 0 ? this.text.length : end;
	}
}

function isBlank(char: number): boolean {
	return char <= 0x20 || char === 0xa0 || char === 0xfeff || char === 0x2028 || char === 0x2029;
}

function rowStartsOf(text: string): number[] {
	const starts = [0];
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
		starts.push(at + 1);
	}
	return starts;
}
