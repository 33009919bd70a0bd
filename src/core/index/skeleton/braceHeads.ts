import type { BraceLexer } from './braceLexer';
import { type BraceTables, hasValue, isFunctionWord } from './braceTables';
import type { Frame } from './frame';

/** Reads the heads of blocks: what is before a brace, since the last statement ended. */
export class BraceHeads {
	private readonly text: string;

	constructor(
		private readonly lexer: BraceLexer,
		private readonly tables: BraceTables,
	) {
		this.text = lexer.text;
	}

	/** What the words of the current statement are, up to a position. */
	flags(frame: Frame, end: number): number {
		const { text, tables } = this;
		let at = frame.headRead;
		if (frame.sort === 'body') {
			for (let from = end - 1; from > at; from--) {
				if (text.charCodeAt(from) === 0x3b) {
					at = from;
				}
			}
		}
		while (at < end) {
			if (tables.word[text.charCodeAt(at)] === 1) {
				const isOfInterest = tables.initials[text.charCodeAt(at)] === 1;
				const start = at;
				while (tables.word[text.charCodeAt(at)] === 1) {
					at++;
				}
				frame.flags |= isOfInterest ? (tables.words.get(text.slice(start, at)) ?? 0) : 0;
			} else {
				frame.flags |= text.charCodeAt(at) === 0x3d ? hasValue : 0;
				at++;
			}
		}
		frame.headRead = at;
		return frame.flags;
	}

	firstCode(start: number): number {
		let at = start;
		while (this.text.charCodeAt(at) <= 0x20) {
			at++;
		}
		return at;
	}

	/** Whether a function with the word for one, whose head ends at a position, has a name. */
	isNamed(headEnd: number): boolean {
		const open = this.openBefore(headEnd);
		if (open < 0) {
			return true;
		}
		const { lexer, tables, text } = this;
		const before = lexer.codeBefore(open);
		const word = lexer.wordBefore(before);
		if (((tables.words.get(word) ?? 0) & isFunctionWord) === 0) {
			return true;
		}
		let around = lexer.codeBefore(before - word.length + 1);
		around = lexer.wordBefore(around) === 'async' ? lexer.codeBefore(around - 4) : around;
		return around < 0 || '=:'.includes(text.charAt(around));
	}

	/** Whether a head that ends at a position is one of a method without a word for that. */
	isMethod(frame: Frame, headEnd: number): boolean {
		const { lexer, tables, text } = this;
		if (text.charCodeAt(headEnd) !== 0x29) {
			return /\)\s*:/.test(text.slice(Math.max(frame.head, headEnd - 300), headEnd));
		}
		const open = this.openBefore(headEnd);
		const word = open < 0 ? '' : lexer.wordBefore(lexer.codeBefore(open));
		return !tables.controls.has(word);
	}

	/** Whether the function without a word for it whose `=>` is at a position has a name, as far as one sees. */
	isNamedArrow(at: number): boolean {
		const { lexer, text } = this;
		let before = lexer.codeBefore(at);
		const isOpen = text.charCodeAt(before) === 0x29;
		const start = isOpen ? this.openBefore(before) : before - lexer.wordBefore(before).length + 1;
		before = lexer.codeBefore(start);
		const word = lexer.wordBefore(before);
		before = word === 'async' ? lexer.codeBefore(before - 4) : before;
		const isControl = lexer.isWordAt(before) && this.tables.controls.has(lexer.wordBefore(before));
		return start < 0 || start >= at || !(isControl || '(,[?{;}'.includes(text.charAt(before)));
	}

	/** Whether a block whose head ends at a position is that of a statement, or a block alone. */
	isStatement(frame: Frame, headEnd: number): boolean {
		const { lexer, tables, text } = this;
		if (headEnd < frame.head || '{};'.includes(text.charAt(headEnd))) {
			return true;
		}
		if (text.charCodeAt(headEnd) !== 0x29) {
			return lexer.isWordAt(headEnd) && tables.statements.has(lexer.wordBefore(headEnd));
		}
		return (frame.flags & isFunctionWord) === 0;
	}

	/** The end of an import that begins at a position, which ends with a text in quotes; the position itself for none. */
	importEnd(start: number): number {
		const { lexer, tables, text } = this;
		const { imports } = tables.data;
		if (imports === undefined || !text.startsWith(imports, start) || lexer.isWordAt(start + imports.length)) {
			return start;
		}
		let isInBraces = false;
		for (let at = start + imports.length; at < text.length; at++) {
			const char = text.charCodeAt(at);
			if ((char === 0x0a && !isInBraces) || (char === 0x7b && isInBraces)) {
				return start;
			}
			isInBraces = char === 0x7b || (isInBraces && char !== 0x7d);
			if (char === 0x22 || char === 0x27) {
				const end = text.indexOf(text.charAt(at), at + 1) + 1;
				const next = this.firstCode(end);
				return end === 0 || (next < text.length && text.startsWith('with', next)) ? start : end;
			}
			if ('=(.;/'.includes(text.charAt(at))) {
				return start;
			}
		}
		return start;
	}

	/** The parenthesis that is closed at a position, -1 if it is not near. */
	private openBefore(close: number): number {
		const { text } = this;
		let depth = 0;
		for (let at = close; at >= 0 && at > close - 600; at--) {
			const char = text.charCodeAt(at);
			if (char === 0x29) {
				depth++;
			} else if (char === 0x28 && --depth === 0) {
				return at;
			} else if (depth === 0) {
				return -1;
			}
		}
		return -1;
	}
}

/** A parenthesis that begins so is about a name, not about parameters. */
export function isPointer(text: string, start: number): boolean {
	let at = start;
	while (text.charCodeAt(at) === 0x20) {
		at++;
	}
	return text.charCodeAt(at) === 0x2a || text.charCodeAt(at) === 0x26 || text.charCodeAt(at) === 0x5e;
}
