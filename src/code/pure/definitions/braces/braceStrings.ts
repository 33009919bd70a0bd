import type { BraceData } from '../../languages/readerData';
import type { Lexer } from '../lexer';

/** Returns the end of the string that begins at a position: 0 if the tables say it, -1 if it does not end. */
export type StringEnd = (lexer: Lexer, start: number) => number;

/** The strings of a language that are more than a mark on both sides. */
export function stringEnd(strings: BraceData['strings']): StringEnd | undefined {
	return strings === 'prefixed' ? prefixed : undefined;
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
