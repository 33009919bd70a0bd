import type { LineRange, SymbolKind } from '../../../../runs/pure/model/symbol';
import type { DirectiveData } from '../../languages/skeletonData';
import type { BraceLexer } from './braceLexer';

/** A name that a row defines without the parser: a macro. Lines are 1-based. */
export interface DefinedName extends LineRange {
	readonly name: string;
	readonly kind: SymbolKind;
	readonly doc?: LineRange;
}

/** A row that is none of the code, with the rows that continue it. */
export interface Directive {
	readonly word: string;
	/** Position of its newline, or the end of the text. */
	readonly end: number;
	readonly startRow: number;
	readonly defined?: DefinedName;
}

/** True where a position is the first of its row but for blanks. */
export function isRowStart(text: string, position: number): boolean {
	let at = position - 1;
	while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) {
		at--;
	}
	return at < 0 || text.charCodeAt(at) === 0x0a;
}

/** Reads the directive that begins at a position, and counts its rows. */
export function readDirective(lexer: BraceLexer, start: number, data: DirectiveData, doc?: LineRange): Directive {
	const { text } = lexer;
	const startRow = lexer.row;
	const wordStart = afterBlanks(text, start + 1);
	const word = lexer.wordAt(wordStart);
	const end = endOfDirective(lexer, start);
	if (word !== data.define || word === '') {
		return { word, end, startRow };
	}
	const nameStart = afterBlanks(text, wordStart + word.length);
	const name = lexer.wordAt(nameStart);
	const after = nameStart + name.length;
	const hasParameters = text.charCodeAt(after) === 0x28;
	const kind = hasParameters ? data.parametersKind : hasValue(text, after, end) ? data.valueKind : undefined;
	if (name === '' || kind === undefined) {
		return { word, end, startRow };
	}
	const [startLine, endLine] = [startRow + 1, lexer.row + 1];
	const defined: DefinedName =
		doc === undefined ? { name, kind, startLine, endLine } : { name, kind, startLine, endLine, doc };
	return { word, end, startRow, defined };
}

/**
 * The position after the last part of a condition, from one of its parts on; rows are counted. The end of the text
 * where the condition does not end.
 */
export function afterCondition(lexer: BraceLexer, start: number, data: DirectiveData): number {
	const { text } = lexer;
	let depth = 0;
	for (let at = start; at < text.length; ) {
		const first = afterBlanks(text, at);
		if (text[first] === data.sign) {
			const { word, end } = readDirective(lexer, first, data);
			at = end;
			depth += data.begins.includes(word) ? 1 : data.ends.includes(word) ? -1 : 0;
			if (depth < 0) {
				return at;
			}
		} else {
			at = lexer.endOfRow(first);
		}
		lexer.row += at < text.length ? 1 : 0;
		at++;
	}
	return text.length;
}

function endOfDirective(lexer: BraceLexer, start: number): number {
	const { text } = lexer;
	let at = start;
	for (;;) {
		const rowEnd = lexer.endOfRow(at);
		// Few rows have a comment, and those without one are not read.
		const end = lexer.blockComment(at) < rowEnd ? endOfCommented(lexer, at) : rowEnd;
		const before = text.charCodeAt(end - 1) === 0x0d ? end - 2 : end - 1;
		if (end >= text.length || text.charCodeAt(before) !== 0x5c) {
			return end;
		}
		lexer.row++;
		at = end + 1;
	}
}

/** The newline behind the comments that begin in a row, or the end of the text. */
function endOfCommented(lexer: BraceLexer, start: number): number {
	const { text } = lexer;
	for (let at = start; at < text.length; at++) {
		const char = text.charCodeAt(at);
		if (char === 0x0a) {
			return at;
		}
		if (char === 0x22) {
			at = lexer.string(at) - 1;
		} else if (char === 0x2f && text.charCodeAt(at + 1) === 0x2a) {
			at = lexer.comment(at) - 1;
		} else if (char === 0x2f && text.charCodeAt(at + 1) === 0x2f) {
			// What is in a comment of one row begins none of several.
			at = lexer.endOfRow(at) - 1;
		}
	}
	return text.length;
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

function afterBlanks(text: string, start: number): number {
	let at = start;
	while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) {
		at++;
	}
	return at;
}
