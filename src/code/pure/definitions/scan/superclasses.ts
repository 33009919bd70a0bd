import { afterBrackets, afterString } from './targets';

/**
 * The names in the arguments of a class, between its parentheses: `A`, `b.C`, `f` and `D` of `A[int], b.C, f(D), e=F, *g`.
 * Undefined for arguments with other expressions.
 */
export function superclasses(text: string, start: number, end: number, word: Uint8Array): string[] | undefined {
	const bases: string[] = [];
	/** Whether a name, call or item may continue. */
	let isValue = false;
	let depth = 0;
	for (let at = start; at < end; at++) {
		const char = text.charCodeAt(at);
		if (word[char] === 1) {
			if (isValue) {
				return undefined;
			}
			const { name, end: nameEnd } = dottedName(text, at, word);
			const next = afterBlanks(text, nameEnd, end);
			const after = text.charCodeAt(next);
			isValue = true;
			at = nameEnd - 1;
			if (next < end && (after === 0x22 || after === 0x27)) {
				// Letters before a string.
				at = afterString(text, next, end) - 1;
			} else if (after === 0x3d && text.charCodeAt(next + 1) !== 0x3d) {
				at = endOfArgument(text, next, end) - 1;
				isValue = false;
			} else if (!(char >= 0x30 && char <= 0x39)) {
				bases.push(name);
			}
		} else if (char === 0x22 || char === 0x27) {
			at = afterString(text, at, end) - 1;
			isValue = true;
		} else if (char === 0x5b && isValue) {
			at = afterBrackets(text, at, end) - 1;
		} else if (char === 0x28) {
			depth++;
			isValue = false;
		} else if (char === 0x29) {
			depth--;
			isValue = true;
		} else if (char === 0x2a) {
			at = endOfArgument(text, at, end) - 1;
			isValue = false;
		} else if (char === 0x2c) {
			isValue = false;
		} else if (char === 0x23) {
			const newline = text.indexOf('\n', at);
			at = newline < 0 ? end : newline;
		} else if (char > 0x20) {
			return undefined;
		}
	}
	return depth === 0 ? bases : undefined;
}

function dottedName(text: string, start: number, word: Uint8Array): { readonly name: string; readonly end: number } {
	let end = start;
	for (;;) {
		while (word[text.charCodeAt(end)] === 1) {
			end++;
		}
		if (text.charCodeAt(end) !== 0x2e || word[text.charCodeAt(end + 1)] !== 1) {
			return { name: text.slice(start, end), end };
		}
		end++;
	}
}

/** The comma or closing bracket that ends the argument here. */
function endOfArgument(text: string, start: number, end: number): number {
	for (let at = start; at < end; at++) {
		const char = text.charCodeAt(at);
		if (char === 0x2c || char === 0x29) {
			return at;
		}
		if (char === 0x28 || char === 0x5b || char === 0x7b) {
			at = afterBrackets(text, at, end) - 1;
		} else if (char === 0x22 || char === 0x27) {
			at = afterString(text, at, end) - 1;
		} else if (char === 0x23) {
			const newline = text.indexOf('\n', at);
			at = newline < 0 ? end : newline;
		}
	}
	return end;
}

function afterBlanks(text: string, start: number, end: number): number {
	let at = start;
	while (at < end && text.charCodeAt(at) <= 0x20) {
		at++;
	}
	return at;
}
