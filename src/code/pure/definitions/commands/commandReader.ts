import { Lexer } from '../lexer';
import { type CommandTables, special, wordEnd } from './commandTables';

/** Reads the commands in `$(...)` from the reader's position, and moves past the parenthesis that ends them. */
export type ReadCommands = () => void;

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
/** After a name in `${...}`: a pattern follows, in which quotes are quotes even within quotes. */
const patternOperators = '#%/^,';

interface HereDocument {
	readonly end: string;
	readonly isIndented: boolean;
}

/** Reads words, with the quotes and expansions in them, blanks, comments and here-documents. */
export class CommandReader {
	at = 0;
	readonly lexer: Lexer;
	private documents: HereDocument[] = [];
	private readonly rawQuote: number;

	constructor(
		readonly text: string,
		private readonly tables: CommandTables,
		private readonly readCommands: ReadCommands,
	) {
		this.lexer = new Lexer(text, tables.lexis, { embedded: at => this.embedded(at) });
		this.rawQuote = tables.data.rawQuote.charCodeAt(0);
	}

	get isBroken(): boolean {
		return this.lexer.isBroken;
	}

	get isAtEnd(): boolean {
		return this.at >= this.text.length;
	}

	/** The code unit at `at` or further on; NaN behind the text. */
	char(offset = 0): number {
		return this.text.charCodeAt(this.at + offset);
	}

	get isWhole(): boolean {
		return !this.isBroken && this.documents.length === 0;
	}

	break(): void {
		this.lexer.isBroken = true;
		this.at = this.text.length;
	}

	/** Moves over blanks, comments and continued lines, to a newline or code. */
	skipBlanks(): void {
		for (;;) {
			const char = this.char();
			if (char === 0x20 || char === 0x09 || char === 0x0d) {
				this.at++;
			} else if (char === backslash && this.isNewlineAt(this.at + 1)) {
				this.escape();
			} else if (char === this.tables.lexis.comment) {
				const end = this.lexer.rowEnd(this.at);
				this.lexer.noteComment(this.at, end);
				this.at = end;
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

	/** Moves past a newline, and behind the here-documents that begin after it. */
	newline(): void {
		this.at++;
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
		this.lexer.isBroken ||= this.at === start;
	}

	/** Moves past a word. */
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

	/** Moves past a name, and returns it; '' if there is none. */
	name(): string {
		const isName = !(this.char() >= 0x30 && this.char() <= 0x39);
		const name = isName ? this.lexer.wordAt(this.at) : '';
		this.at += name.length;
		return name;
	}

	/** Moves past the parenthesis that ends an expression, at the one that begins it: `(1 << (2))`. */
	arithmetic(): void {
		this.inside(() => this.until(openParenthesis, closeParenthesis));
	}

	/** The same of brackets. */
	subscript(): void {
		this.inside(() => this.until(openBracket, closeBracket));
	}

	/** Reads the commands in parentheses, behind the one that begins them. */
	substitution(): void {
		this.inside(this.readCommands);
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
			this.lexer.isBroken ||= this.at === start;
			this.skipRows();
		}
		this.at++;
	}

	/** Moves past the word that ends a condition. */
	condition(end: string): void {
		while (!this.isBroken && !this.isAtEnd) {
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

	/** An expansion in quotes. */
	private embedded(at: number): number {
		this.at = at;
		this.special(this.char(), true);
		return this.at;
	}

	private inside(read: () => void): void {
		this.at = this.lexer.nested(() => {
			read();
			return this.at;
		});
	}

	private isPattern(start: number): boolean {
		return this.at > start && patternSigns.includes(this.text.charAt(this.at - 1));
	}

	/** Moves past the character that closes the one at `at`; both nest. */
	private until(open: number, close: number): void {
		let depth = 0;
		while (!this.isAtEnd) {
			const char = this.char();
			if (this.tables.word[char] === special) {
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

	/** Moves past a quote, an escape or an expansion. */
	private special(char: number, isQuoted: boolean): void {
		if (char === backslash) {
			this.escape();
		} else if (char === dollar) {
			this.expansion(isQuoted);
		} else if (char === backquote) {
			this.escaped(backquote);
		} else {
			const end = this.lexer.stringEnd(this.at);
			this.at = end;
			if (end < 0) {
				this.break();
			}
		}
	}

	/** Moves past the next mark that no backslash precedes. */
	private escaped(mark: number): void {
		this.at++;
		while (!this.isAtEnd) {
			const char = this.char();
			if (char === backslash) {
				this.escape();
			} else {
				this.at++;
				if (char === mark) {
					return;
				}
			}
		}
		this.break();
	}

	private expansion(isQuoted: boolean): void {
		const next = this.char(1);
		this.at++;
		if (next === openParenthesis && this.char(1) === openParenthesis) {
			this.arithmetic();
			this.lexer.isBroken ||= this.text.charCodeAt(this.at - 2) !== closeParenthesis;
		} else if (next === openParenthesis) {
			this.at++;
			this.substitution();
		} else if (next === openBrace) {
			this.inside(() => this.parameter(isQuoted));
		} else if (next === openBracket) {
			this.subscript();
		} else if (next === this.rawQuote && !isQuoted) {
			this.escaped(this.rawQuote);
		} else if (next === dollar || next === this.tables.lexis.comment) {
			this.at++;
		}
	}

	/** Moves past the brace that ends an expansion, at the one that begins it. */
	private parameter(isQuoted: boolean): void {
		this.at += this.char(1) === this.tables.lexis.comment || this.char(1) === 0x21 ? 2 : 1;
		this.name();
		if (this.char() === openBracket) {
			this.subscript();
		}
		const isRaw = isQuoted && !patternOperators.includes(this.text.charAt(this.at));
		while (!this.isAtEnd) {
			const char = this.char();
			if (char === closeBrace) {
				this.at++;
				return;
			}
			if (this.tables.word[char] === special && !(isRaw && char === this.rawQuote)) {
				this.special(char, isQuoted);
			} else {
				this.at++;
			}
		}
		this.break();
	}

	/** Moves past a backslash and the character it escapes. */
	private escape(): void {
		const isReturn = this.char(1) === 0x0d && this.char(2) === newline;
		this.at += isReturn ? 3 : 2;
	}

	private isNewlineAt(at: number): boolean {
		const char = this.text.charCodeAt(at);
		return char === newline || (char === 0x0d && this.text.charCodeAt(at + 1) === newline);
	}

	private skipDocument(end: string, isIndented: boolean): void {
		while (!this.isAtEnd) {
			let start = this.at;
			while (isIndented && this.text.charCodeAt(start) === 0x09) {
				start++;
			}
			const rowEnd = this.lexer.rowEnd(this.at);
			const isReturn = this.text.charCodeAt(rowEnd - 1) === 0x0d;
			const isEnd = rowEnd - start - (isReturn ? 1 : 0) === end.length && this.text.startsWith(end, start);
			this.at = Math.min(rowEnd + 1, this.text.length);
			if (isEnd) {
				return;
			}
		}
		this.break();
	}
}
