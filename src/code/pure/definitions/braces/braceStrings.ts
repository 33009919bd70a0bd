import type { BraceData } from '../../languages/readerData';
import type { Lexer } from '../lexer';

/** Returns the end of the string that begins at a position: 0 if the tables say it, -1 if it does not end. */
export type StringEnd = (lexer: Lexer, start: number) => number;

/** The strings of a language that are more than a mark on both sides. */
export function stringEnd(strings: BraceData['strings']): StringEnd | undefined {
	return strings && { prefixed, raw }[strings];
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
