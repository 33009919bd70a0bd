/** The name of a function that a call gets together with a text, and its position: `app.get('/users/:id')`. */
export interface CallbackName {
	readonly name: string;
	/** Where the written name begins. */
	readonly start: number;
}

/** Of the name of the called function, and of the text with its quotes; in characters. */
const longest = 40;

/**
 * The name made of a callee, from its beginning to its end, and of the text that is its first argument. A callee of several
 * rows, with code, or too long, is named by its last word. Undefined if it has none.
 */
export function callbackName(text: string, callee: Range, argument: Range): CallbackName | undefined {
	const written = callee.start < 0 ? '' : text.slice(callee.start, Math.min(callee.end, callee.start + longest + 1));
	const isShort = written.length <= longest && shortCallee.test(written);
	const word = lastWord.exec(text.slice(Math.max(0, callee.end - 200), callee.end))?.[0] ?? '';
	if (!isShort && word === '') {
		return undefined;
	}
	return {
		name: calledWith(isShort ? written : word, text.slice(argument.start, argument.end)),
		start: isShort ? callee.start : callee.end - word.length,
	};
}

/** The name of a callback: the called name, with a text and its quotes in parentheses. */
export function calledWith(callee: string, text: string): string {
	return `${shortened(callee)}(${quoted(text)})`;
}

interface Range {
	/** -1 if unknown. */
	readonly start: number;
	readonly end: number;
}

const shortCallee = /^[\p{L}_$@][^\n\r{}]*$/u;
const lastWord = /(?<![\p{ID_Continue}$#])[\p{ID_Continue}$#]+[?!]?$/u;

/** A text with its quotes, in one row. */
function quoted(text: string): string {
	const isLong = text.length > longest;
	const shown = isLong ? `${cut(text, longest - 2)}…${text.at(-1)}` : text;
	return shown.replace(/\s+/g, ' ');
}

function shortened(text: string): string {
	return text.length <= longest ? text : `${cut(text, longest - 1)}…`;
}

function cut(text: string, length: number): string {
	return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
