import { jsonrepair } from 'jsonrepair';

/**
 * The first JSON value in a text that matches: the whole text, a fenced block, the first object, or the text between
 * the first and the last bracket. Valid JSON is preferred to JSON that has to be repaired. Undefined if there is none.
 */
export function jsonIn(text: string, isMatch: (value: unknown) => boolean): unknown {
	const candidates = jsonCandidates(text);
	for (const read of [parsed, repaired]) {
		const value = candidates.map(read).find(each => each !== undefined && isMatch(each));
		if (value !== undefined) {
			return value;
		}
	}
	return undefined;
}

/** The contents of fenced blocks, in order; the last one may be cut off. */
export function fencedBlocks(text: string): string[] {
	return [
		...text.matchAll(/^[ \t]*(?:```|~~~)[^\r\n\u2028\u2029`]*\r?\n([\s\S]*?)(?:^[ \t]*(?:```|~~~)|$(?![\s\S]))/gm),
	].map(match => match[1] ?? '');
}

function jsonCandidates(text: string): string[] {
	const whole = text.trim();
	const open = whole.search(/[{[]/);
	const close = Math.max(whole.lastIndexOf('}'), whole.lastIndexOf(']'));
	const object = whole.indexOf('{');
	const spans = [
		...(object === -1 ? [] : [whole.slice(object, firstEnd(whole, object)), whole.slice(object)]),
		...(open === -1 ? [] : [whole.slice(open, close > open ? close + 1 : undefined)]),
	];
	const all = [whole, ...fencedBlocks(whole).map(block => block.trim()), ...spans];
	return [...new Set(all)].filter(each => /^[{[]/.test(each) && !isTooDeep(each));
}

/** Brackets open at once: an answer has about five, printing very many exceeds the stack, and repairing takes long. */
const mostOpen = 100;

/** Whether a text has more brackets within each other than any answer. Those in quotes count too. */
export function isTooDeep(text: string): boolean {
	let nOpen = 0;
	for (let at = 0; at < text.length && nOpen <= mostOpen; at++) {
		const letter = text[at];
		if (letter === '{' || letter === '[') {
			nOpen++;
		} else if ((letter === '}' || letter === ']') && nOpen > 0) {
			nOpen--;
		}
	}
	return nOpen > mostOpen;
}

/** The index after the bracket that closes the object at `from`; brackets in texts do not count. */
function firstEnd(text: string, from: number): number {
	let depth = 0;
	// The text of a quote that is never closed ends the search: looked at again from each quote in it, it would take long.
	for (const { 0: token, index } of text.slice(from).matchAll(/"(?:\\.|[^"\\])*(?:"|\\?$)|[{}]/gs)) {
		depth += token === '{' ? 1 : token === '}' ? -1 : 0;
		if (depth === 0) {
			return from + index + 1;
		}
	}
	return text.length;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * The time to repair damaged JSON grows with its depth, which is bounded, and with this product: of longer text none
 * is.
 */
const mostQuotesTimesLength = 8_000_000;

function repaired(text: string): unknown {
	const nQuotes = text.match(/["'`]/g)?.length ?? 0;
	if (nQuotes * text.length > mostQuotesTimesLength) {
		return undefined;
	}
	try {
		return JSON.parse(jsonrepair(withBackslashes(text)));
	} catch {
		// Beyond repair: the caller reports the missing text.
		return undefined;
	}
}

/** Keeps backslashes that escape nothing in JSON, such as in a regular expression; they would be dropped. */
function withBackslashes(text: string): string {
	return text.replaceAll(/\\(["\\/bfnrtu']?)/g, (all, escaped: string) => (escaped === '' ? '\\\\' : all));
}
