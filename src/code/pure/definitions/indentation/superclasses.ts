import type { Lexer } from '../lexer';

/**
 * The names in the arguments of a class, between its parentheses: `A`, `b.C`, `f` and `D` of `A[int], b.C, f(D), e=F,
 * *g`. Undefined for arguments with other expressions.
 */
export function superclasses(lexer: Lexer, start: number, end: number): string[] | undefined {
	const { text, lexis } = lexer;
	const bases: string[] = [];
	/** Whether a name, call or item may continue. */
	let isValue = false;
	let depth = 0;
	for (let at = start; at < end; at++) {
		const char = text.charCodeAt(at);
		if (lexer.isWordAt(at)) {
			if (isValue) {
				return undefined;
			}
			const nameEnd = dottedEnd(lexer, at);
			const next = afterBlanks(text, nameEnd, end);
			const after = text.charCodeAt(next);
			isValue = true;
			if (next < end && lexis.strings[after] !== undefined) {
				// Letters before a string.
				at = afterPart(lexer, next) - 1;
			} else if (after === 0x3d && text.charCodeAt(next + 1) !== 0x3d) {
				at = endOfArgument(lexer, next, end) - 1;
				isValue = false;
			} else {
				const isNumber = char >= 0x30 && char <= 0x39;
				isNumber || bases.push(text.slice(at, nameEnd));
				at = nameEnd - 1;
			}
		} else if (lexis.strings[char] !== undefined || (char === 0x5b && isValue)) {
			at = afterPart(lexer, at) - 1;
			isValue = true;
		} else if (char === 0x28 || char === 0x29) {
			depth += char === 0x28 ? 1 : -1;
			isValue = char === 0x29;
		} else if (char === 0x2a) {
			at = endOfArgument(lexer, at, end) - 1;
			isValue = false;
		} else if (char === 0x2c) {
			isValue = false;
		} else if (char === lexis.comment) {
			at = lexer.rowEnd(at);
		} else if (char > 0x20) {
			return undefined;
		}
	}
	return depth === 0 ? bases : undefined;
}

function dottedEnd(lexer: Lexer, start: number): number {
	let end = lexer.wordEnd(start);
	while (lexer.text.charCodeAt(end) === 0x2e && lexer.isWordAt(end + 1)) {
		end = lexer.wordEnd(end + 1);
	}
	return end;
}

/** The comma or closing bracket that ends the argument here. */
function endOfArgument(lexer: Lexer, start: number, end: number): number {
	let at = start;
	while (at < end && lexer.text.charCodeAt(at) !== 0x2c && lexer.text.charCodeAt(at) !== 0x29) {
		at = afterPart(lexer, at);
	}
	return Math.min(at, end);
}

/** Behind the string, the brackets, the comment or the character at a position. */
function afterPart(lexer: Lexer, at: number): number {
	const { text, lexis } = lexer;
	const char = text.charCodeAt(at);
	if (char === 0x28 || char === 0x5b || char === 0x7b) {
		return lexer.balanced(at);
	}
	const end = lexis.strings[char] === undefined ? lexer.commentEnd(at) : lexer.stringEnd(at);
	return end < 0 ? at + 1 : end;
}

function afterBlanks(text: string, start: number, end: number): number {
	let at = start;
	while (at < end && text.charCodeAt(at) <= 0x20) {
		at++;
	}
	return at;
}
