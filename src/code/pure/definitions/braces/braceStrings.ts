import type { BraceData } from '../../languages/readerData';
import type { Lexer } from '../lexer';

/** Returns the end of the string that begins at a position: 0 if the tables say it, -1 if it does not end. */
export type StringEnd = (lexer: Lexer, start: number) => number;

/** The strings of a language that are more than a mark on both sides. */
export function stringEnd(strings: BraceData['strings']): StringEnd | undefined {
	return strings && { prefixed, raw, script }[strings];
}

/** `@"a""b"`, `$"a{b}"`, `$$"""a{{b}}"""` */
function prefixed(lexer: Lexer, start: number): number {
	const { text } = lexer;
	if (text.charCodeAt(start) !== 0x22) {
		return 0;
	}
	let first = start;
	let isVerbatim = false;
	for (let char = text.charAt(first - 1); char === '$' || char === '@'; char = text.charAt(--first - 1)) {
		isVerbatim ||= char === '@';
	}
	const hasCode = text.slice(first, start).includes('$');
	let content = start;
	while (text.charCodeAt(content) === 0x22) {
		content++;
	}
	if (content - start >= 3 && !isVerbatim) {
		const end = text.indexOf(text.slice(start, content), content);
		return end < 0 ? -1 : afterMarks(text, end);
	}
	return isVerbatim || hasCode ? withCode(lexer, start, { isVerbatim, hasCode }) : 0;
}

/** `r#"a"b"#`, `'a'`, and `'a`, which is no string. */
function raw(lexer: Lexer, start: number): number {
	const { text } = lexer;
	if (text.charCodeAt(start) === 0x27) {
		const isLong = (text.codePointAt(start + 1) ?? 0) > 0xffff;
		const end = start + (isLong ? 3 : 2);
		const isChar = text.charCodeAt(start + 1) === 0x5c || text.charCodeAt(end) === 0x27;
		return isChar ? 0 : lexer.wordEnd(start + 1);
	}
	let first = start;
	while (text.charCodeAt(first - 1) === 0x23) {
		first--;
	}
	if (text.charCodeAt(first - 1) !== 0x72 || !/^[bc]?r$/.test(text.slice(lexer.wordStart(first - 1), first))) {
		return 0;
	}
	const close = `"${text.slice(first, start)}`;
	const end = text.indexOf(close, start + 1);
	return end < 0 ? -1 : end + close.length;
}

/** `"a{$b}"`, `<<<A`, a comment behind `#`. The tables describe all other strings. */
function script(lexer: Lexer, start: number): number {
	const { text } = lexer;
	const char = text.charCodeAt(start);
	if (char === 0x23) {
		return text.charCodeAt(start + 1) === 0x5b ? start + 1 : lexer.rowEnd(start);
	}
	if (char === 0x3c) {
		return text.startsWith('<<<', start) ? heredocEnd(lexer, start) : start + 1;
	}
	if (char === 0x27) {
		return 0;
	}
	for (let at = start + 1; at < text.length && !lexer.isBroken; ) {
		const next = text.charCodeAt(at);
		if (next === char) {
			return at + 1;
		}
		if (next === 0x7b && text.charCodeAt(at + 1) === 0x24) {
			const open = at;
			at = lexer.nested(() => lexer.balanced(open));
		} else {
			at += next === 0x5c ? 2 : 1;
		}
	}
	return -1;
}

/** The end of a text up to a row that begins with its label. */
function heredocEnd({ text }: Lexer, start: number): number {
	const begin = /<<<[ \t]*(["']?)([\w\u0080-\uffff]+)\1/y;
	begin.lastIndex = start;
	const label = begin.exec(text)?.[2];
	if (label === undefined) {
		return start + 1;
	}
	for (let row = text.indexOf('\n', begin.lastIndex); row >= 0; row = text.indexOf('\n', row + 1)) {
		let at = row + 1;
		while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) {
			at++;
		}
		if (text.startsWith(label, at) && !/[\w\u0080-\uffff]/.test(text.charAt(at + label.length))) {
			return at + label.length;
		}
	}
	return -1;
}

function afterMarks(text: string, start: number): number {
	let end = start;
	while (text.charCodeAt(end) === 0x22) {
		end++;
	}
	return end;
}

function withCode(
	lexer: Lexer,
	start: number,
	{ isVerbatim, hasCode }: { isVerbatim: boolean; hasCode: boolean },
): number {
	const { text } = lexer;
	for (let at = start + 1; at < text.length && !lexer.isBroken; ) {
		const char = text.charCodeAt(at);
		const isTwice = text.charCodeAt(at + 1) === char;
		if (char === 0x22 && !(isVerbatim && isTwice)) {
			return at + 1;
		}
		if (char === 0x0a && !isVerbatim) {
			return -1;
		}
		if (char === 0x7b && hasCode && !isTwice) {
			const open = at;
			at = lexer.nested(() => lexer.balanced(open));
		} else {
			const isPair = (char === 0x5c && !isVerbatim) || (isTwice && (char === 0x22 || char === 0x7b));
			at += isPair ? 2 : 1;
		}
	}
	return -1;
}
