import { type CommandTables, special, wordEnd } from './commandTables';

/** Reads the commands in `$(...)` from where the reader is, and moves behind the parenthesis that ends them. */
export type ReadCommands = () => void;

/** Expansions in each other, beyond which a text is not read. */
const mostDepth = 200;

const newline = 0x0a;
const backslash = 0x5c;
const openParenthesis = 0x28;
const closeParenthesis = 0x29;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const backquote = 0x60;
const dollar = 0x24;
/** Before a parenthesis they begin a pattern. */
const patternSigns = '?*+@!';
/** After a name in `${...}`: what follows is a pattern, in which quotes are quotes also within quotes. */
const patternOperators = '#%/^,';

interface HereDocument {
	readonly end: string;
	readonly isIndented: boolean;
}

/** Reads words, with the quotes and expansions in them, blanks, comments and here-documents. */
export class CommandReader {
	at = 0;
	/** 0-based row of `at`. */
	row = 0;
	/** Something does not end, or is not what the tables describe. */
	isBroken = false;
	/** Rows of the last comments that are alone in their lines and adjacent to each other; -1 for none. */
	docStart = -1;
	docEnd = -1;
	private lineStart = 0;
	private depth = 0;
	private documents: HereDocument[] = [];
	private readonly rawQuote: number;
	private readonly quote: number;
	private readonly comment: number;

	constructor(
		readonly text: string,
		private readonly tables: CommandTables,
		private readonly readCommands: ReadCommands,
	) {
		this.rawQuote = tables.rawQuote.charCodeAt(0);
		this.quote = tables.quote.charCodeAt(0);
		this.comment = tables.comment.charCodeAt(0);
	}

	get isWhole(): boolean {
		return !this.isBroken && this.documents.length === 0;
	}

	/** The character at `at` or further on; NaN behind the text. */
	char(offset = 0): number {
		return this.text.charCodeAt(this.at + offset);
	}

	break(): void {
		this.isBroken = true;
		this.at = this.text.length;
	}

	/** Moves over blanks, comments and continued lines, to a newline or code. */
	skipBlanks(): void {
		for (;;) {
			const char = this.char();
			if (char === 0x20 || char === 0x09 || char === 0x0d) {
				this.at++;
			} else if (char === backslash && this.newlineLength(1) > 0) {
				this.escape();
			} else if (char === this.comment) {
				this.readComment();
			} else {
				return;
			}
		}
	}

	/** The same, over newlines too. */
	skipRows(): void {
		this.skipBlanks();
		while (this.char() === newline) {
			this.newline();
			this.skipBlanks();
		}
	}

	/** Moves behind a newline, and behind the here-documents that begin after it. */
	newline(): void {
		this.countRow(1);
		for (const { end, isIndented } of this.documents) {
			this.skipDocument(end, isIndented);
		}
		this.documents = [];
	}

	/** Reads the word that ends a here-document, behind `<<`. */
	beginDocument(): void {
		const isIndented = this.char() === 0x2d;
		this.at += isIndented ? 1 : 0;
		this.skipBlanks();
		const start = this.at;
		this.word();
		const end = this.text.slice(start, this.at).replaceAll(/['"\\]/g, '');
		this.documents.push({ end, isIndented });
		this.isBroken ||= this.at === start;
	}

	/** Moves behind a word. */
	word(): void {
		const { text } = this;
		const { word } = this.tables;
		const start = this.at;
		for (;;) {
			let found = word[this.char()];
			while (found === 0) {
				this.at++;
				found = word[this.char()];
			}
			if (found === special) {
				this.special(this.char(), false);
			} else if (found === wordEnd && this.char() === openParenthesis && this.isPattern(start)) {
				this.arithmetic();
			} else {
				return;
			}
			if (this.isBroken || this.at > text.length) {
				this.break();
				return;
			}
		}
	}

	/** Moves behind a name, and returns it; '' where there is none. */
	name(): string {
		const { name } = this.tables;
		const start = this.at;
		if (this.char() >= 0x30 && this.char() <= 0x39) {
			return '';
		}
		while (name[this.char()] === 1) {
			this.at++;
		}
		return this.text.slice(start, this.at);
	}

	/** Moves behind the parenthesis that ends an expression, at the one that begins it: `(1 << (2))`. */
	arithmetic(): void {
		this.nested(() => this.until(openParenthesis, closeParenthesis));
	}

	/** The same of brackets. */
	subscript(): void {
		this.nested(() => this.until(openBracket, closeBracket));
	}

	/** Reads the commands in parentheses, behind the one that begins them. */
	substitution(): void {
		this.nested(this.readCommands);
	}

	/** Reads a list of words in parentheses, at the one that begins it. */
	list(): void {
		this.at++;
		this.skipRows();
		while (this.char() !== closeParenthesis && !this.isBroken) {
			const start = this.at;
			const char = this.char();
			if ((char === 0x3c || char === 0x3e) && this.char(1) === openParenthesis) {
				this.at += 2;
				this.substitution();
			}
			this.word();
			this.isBroken ||= this.at === start;
			this.skipRows();
		}
		this.at++;
	}

	/** Moves behind the word that ends a condition. */
	condition(end: string): void {
		while (!this.isBroken && this.at < this.text.length) {
			this.skipRows();
			const start = this.at;
			this.word();
			if (this.at === start) {
				this.at++;
			} else if (this.text.slice(start, this.at) === end) {
				return;
			}
		}
		this.break();
	}

	private nested(read: () => void): void {
		if (this.depth >= mostDepth) {
			this.break();
			return;
		}
		this.depth++;
		read();
		this.depth--;
	}

	private isPattern(start: number): boolean {
		return this.at > start && patternSigns.includes(this.text.charAt(this.at - 1));
	}

	/** Moves behind the character that ends what the one at `at` begins; both nest. */
	private until(open: number, close: number): void {
		let depth = 0;
		for (; this.at < this.text.length; ) {
			const char = this.char();
			if (char === newline) {
				this.countRow(1);
			} else if (this.tables.word[char] === special) {
				this.special(char, false);
			} else {
				this.at++;
				depth += char === open ? 1 : char === close ? -1 : 0;
				if (depth === 0) {
					return;
				}
			}
		}
		this.break();
	}

	/** Moves behind a quote, an escape or an expansion. */
	private special(char: number, isQuoted: boolean): void {
		if (char === backslash) {
			this.escape();
		} else if (char === dollar) {
			this.expansion(isQuoted);
		} else if (char === backquote) {
			this.raw(backquote, true);
		} else if (char === this.rawQuote) {
			this.raw(this.rawQuote, false);
		} else {
			this.quoted();
		}
	}

	/** Moves behind the next `end`; with `hasEscapes` one behind a backslash is none. */
	private raw(end: number, hasEscapes: boolean): void {
		this.at++;
		for (; this.at < this.text.length; ) {
			const char = this.char();
			if (char === newline) {
				this.countRow(1);
			} else if (char === backslash && hasEscapes) {
				this.escape();
			} else {
				this.at++;
				if (char === end) {
					return;
				}
			}
		}
		this.break();
	}

	private quoted(): void {
		this.at++;
		for (; this.at < this.text.length; ) {
			const char = this.char();
			if (char === newline) {
				this.countRow(1);
			} else if (char === this.quote) {
				this.at++;
				return;
			} else if (char === backslash || char === dollar || char === backquote) {
				this.special(char, true);
			} else {
				this.at++;
			}
		}
		this.break();
	}

	private expansion(isQuoted: boolean): void {
		const next = this.char(1);
		this.at++;
		if (next === openParenthesis && this.char(1) === openParenthesis) {
			this.arithmetic();
			this.isBroken ||= this.text.charCodeAt(this.at - 2) !== closeParenthesis;
		} else if (next === openParenthesis) {
			this.at++;
			this.substitution();
		} else if (next === openBrace) {
			this.nested(() => this.parameter(isQuoted));
		} else if (next === openBracket) {
			this.subscript();
		} else if (next === this.rawQuote && !isQuoted) {
			this.raw(this.rawQuote, true);
		} else if (next === dollar || next === this.comment) {
			this.at++;
		}
	}

	/** Moves behind the brace that ends an expansion, at the one that begins it. */
	private parameter(isQuoted: boolean): void {
		this.at += this.char(1) === this.comment || this.char(1) === 0x21 ? 2 : 1;
		this.name();
		if (this.char() === openBracket) {
			this.subscript();
		}
		const isRaw = isQuoted && !patternOperators.includes(this.text.charAt(this.at));
		for (; this.at < this.text.length; ) {
			const char = this.char();
			if (char === newline) {
				this.countRow(1);
			} else if (char === closeBrace) {
				this.at++;
				return;
			} else if (this.tables.word[char] === special && !(isRaw && char === this.rawQuote)) {
				this.special(char, isQuoted);
			} else {
				this.at++;
			}
		}
		this.break();
	}

	/** Moves behind a backslash and what it escapes. */
	private escape(): void {
		const length = this.newlineLength(1);
		if (length > 0) {
			this.countRow(1 + length);
		} else {
			this.at += 2;
		}
	}

	private newlineLength(offset: number): number {
		const char = this.char(offset);
		return char === newline ? 1 : char === 0x0d && this.char(offset + 1) === newline ? 2 : 0;
	}

	private countRow(length: number): void {
		this.at += length;
		this.row++;
		this.lineStart = this.at;
	}

	private readComment(): void {
		const { row, docEnd } = this;
		let before = this.at - 1;
		while (this.text.charCodeAt(before) === 0x20 || this.text.charCodeAt(before) === 0x09) {
			before--;
		}
		if (before < this.lineStart) {
			this.docStart = this.docStart >= 0 && docEnd + 1 === row ? this.docStart : row;
			this.docEnd = row;
		}
		this.at = this.endOfRow();
	}

	private skipDocument(end: string, isIndented: boolean): void {
		while (this.at < this.text.length) {
			let start = this.at;
			while (isIndented && this.text.charCodeAt(start) === 0x09) {
				start++;
			}
			const rowEnd = this.endOfRow();
			const isReturn = this.text.charCodeAt(rowEnd - 1) === 0x0d;
			const isEnd = rowEnd - start - (isReturn ? 1 : 0) === end.length && this.text.startsWith(end, start);
			this.at = rowEnd;
			if (rowEnd < this.text.length) {
				this.countRow(1);
			}
			if (isEnd) {
				return;
			}
		}
		this.break();
	}

	private endOfRow(): number {
		const end = this.text.indexOf('\n', this.at);
		return end < 0 ? this.text.length : end;
	}
}
