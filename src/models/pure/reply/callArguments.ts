import { isQuotedAt, readQuoted, skipBlanks } from './quotedText';

/** One argument of a written call. */
export interface WrittenArgument {
	/** As written before `=`. */
	readonly keyword?: string;
	/** Decoded, if it was quoted. */
	readonly text: string;
	readonly isQuoted: boolean;
	/** Its position in the source, keyword included. */
	readonly start: number;
	readonly end: number;
}

export interface WrittenArguments {
	readonly args: readonly WrittenArgument[];
	/** Index after the closing bracket. */
	readonly end: number;
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** More than any tool takes, so that a text that is no call ends soon. */
const argumentLimit = 20;

/**
 * Reads the arguments of a call whose opening bracket is before `at`: quoted texts, numbers, and unquoted names, paths
 * and code. Undefined if no closing bracket can be found.
 */
export function readArguments(source: string, at: number): WrittenArguments | undefined {
	const args: WrittenArgument[] = [];
	let next = skipBlanks(source, at);
	while (args.length < argumentLimit) {
		if (source[next] === ')') {
			return { args, end: next + 1 };
		}
		const argument = readArgument(source, next);
		if (argument === undefined) {
			return undefined;
		}
		args.push(argument);
		next = skipBlanks(source, argument.end);
		if (next >= source.length) {
			return { args, end: next };
		}
		next = source[next] === ',' ? skipBlanks(source, next + 1) : next;
	}
	return undefined;
}

function readArgument(source: string, start: number): WrittenArgument | undefined {
	const { keyword, from } = readKeyword(source, start);
	const named = keyword === undefined ? {} : { keyword };
	const quoted = isQuotedAt(source, from) ? readQuoted(source, from) : undefined;
	if (quoted !== undefined && /^(?:[,)]|$)/.test(source.slice(quoted.end, quoted.end + 1))) {
		return { ...named, text: quoted.text, isQuoted: true, start, end: quoted.end };
	}
	const end = bareEnd(source, from);
	return end === undefined || end === from
		? undefined
		: { ...named, text: source.slice(from, end).trim(), isQuoted: false, start, end };
}

/** `name=`, `name: str =`, and `name:` before a quoted text. */
function readKeyword(source: string, start: number): { readonly keyword?: string; readonly from: number } {
	const before = source.slice(start, start + 80);
	const match =
		/^([A-Za-z_]\w*)\s*(?::\s*(?:str|string|int|integer)\s*)?=(?!=)\s*/.exec(before) ??
		/^([A-Za-z_]\w*)\s*:\s*(?=["'`“‘])/.exec(before);
	return match?.[1] === undefined ? { from: start } : { keyword: match[1], from: start + match[0].length };
}

/** Unquoted text goes to the next comma or closing bracket that is within no bracket and no quotes of its own. */
function bareEnd(source: string, from: number): number | undefined {
	const open: string[] = [];
	for (let at = from; at < source.length; at++) {
		const letter = source[at] ?? '';
		if (open.length === 0 && (letter === ',' || letter === ')')) {
			return at;
		}
		if (source.startsWith('\n\n', at)) {
			return undefined;
		}
		if (letter in closers) {
			open.push(closers[letter] ?? '');
		} else if (letter === open.at(-1)) {
			open.pop();
		}
		at = quotedEnd(source, at) - 1;
	}
	return undefined;
}

/** The index after the closing quote if a text is quoted at `at` within one line, else after the letter. */
function quotedEnd(source: string, at: number): number {
	const quote = source[at] ?? '';
	if (quote !== '"' && quote !== "'") {
		return at + 1;
	}
	const match = /^(["'])(?:\\.|(?!\1)[^\\\n])*\1/.exec(source.slice(at, at + 400));
	return at + (match?.[0].length ?? 1);
}
