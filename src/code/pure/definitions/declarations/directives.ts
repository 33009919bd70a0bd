import type { SymbolKind } from '../../../../runs/pure/model/symbol';
import type { DirectiveData } from '../../languages/readerData';
import type { Lexer } from '../lexer';

/** A name that a row defines: a macro. */
export interface DefinedName {
	readonly name: string;
	readonly kind: SymbolKind;
}

/** A row that is none of the code, with the rows that continue it. */
export interface Directive {
	readonly word: string;
	/** Position of its newline, or the end of the text. */
	readonly end: number;
	readonly defined?: DefinedName;
}

/** Reads directives. */
export class DirectiveReader {
	/** The next comment of any rows behind a position: rows without one are not read. */
	private blockFrom = 0;
	private blockAt = -1;

	constructor(
		private readonly lexer: Lexer,
		private readonly data: DirectiveData,
	) {}

	/** Reads the directive that begins at a position. */
	read(start: number): Directive {
		const { lexer, data } = this;
		const { text } = lexer;
		const wordStart = lexer.afterBlanks(start + 1);
		const word = lexer.wordAt(wordStart);
		const end = this.end(start);
		if (word !== data.define || word === '') {
			return { word, end };
		}
		const nameStart = lexer.afterBlanks(wordStart + word.length);
		const after = lexer.wordEnd(nameStart);
		const name = text.slice(nameStart, after);
		const hasParameters = text.charCodeAt(after) === 0x28;
		const kind = hasParameters ? data.parametersKind : hasValue(text, after, end) ? data.valueKind : undefined;
		return name === '' || kind === undefined ? { word, end } : { word, end, defined: { name, kind } };
	}

	/**
	 * Returns the position after the last part of a condition, from one of its parts on. The end of the text if the
	 * condition does not end.
	 */
	afterCondition(start: number): number {
		const { lexer, data } = this;
		const { text } = lexer;
		let depth = 0;
		for (let at = start; at < text.length; at++) {
			const first = lexer.afterBlanks(at);
			if (text[first] !== data.sign) {
				at = lexer.rowEnd(first);
				continue;
			}
			const { word, end } = this.read(first);
			at = end;
			depth += data.begins.includes(word) ? 1 : data.ends.includes(word) ? -1 : 0;
			if (depth < 0) {
				return at;
			}
		}
		return text.length;
	}

	private end(start: number): number {
		const { lexer } = this;
		const { text } = lexer;
		let at = start;
		for (;;) {
			const rowEnd = lexer.rowEnd(at);
			const end = this.blockComment(at) < rowEnd ? this.endOfCommented(at) : rowEnd;
			const before = text.charCodeAt(end - 1) === 0x0d ? end - 2 : end - 1;
			if (end >= text.length || text.charCodeAt(before) !== 0x5c) {
				return end;
			}
			at = end + 1;
		}
	}

	private blockComment(start: number): number {
		if (start < this.blockFrom || start > this.blockAt) {
			const { text } = this.lexer;
			const at = text.indexOf('/*', start);
			this.blockFrom = start;
			this.blockAt = at < 0 ? text.length : at;
		}
		return this.blockAt;
	}

	/** The newline behind the comments that begin in a row, or the end of the text. */
	private endOfCommented(start: number): number {
		const { lexer } = this;
		const { text } = lexer;
		for (let at = start; at < text.length; at++) {
			const char = text.charCodeAt(at);
			if (char === 0x0a) {
				return at;
			}
			// The text of a one-row comment begins no comment of several rows.
			const end = char === 0x22 ? lexer.stringEnd(at) : char === 0x2f ? lexer.commentEnd(at) : -1;
			at = end < 0 ? at : end - 1;
		}
		return text.length;
	}
}

function hasValue(text: string, start: number, end: number): boolean {
	for (let at = start; at < end; at++) {
		const char = text.charCodeAt(at);
		const next = text.charCodeAt(at + 1);
		if (char === 0x2f && next === 0x2a) {
			const close = text.indexOf('*/', at + 2);
			at = close < 0 ? end : close + 1;
		} else if (char === 0x2f && next === 0x2f) {
			return false;
		} else if (char > 0x20 && !(char === 0x5c && (next === 0x0a || next === 0x0d))) {
			return true;
		}
	}
	return false;
}
