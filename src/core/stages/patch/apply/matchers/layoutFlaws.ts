import { isComment } from './elision';
import { indentOf, indentWidth } from './indentation';

const opensBlock = /[:{]$|\b(?:then|do|else)$/;
const continuesLine = /[([,=\\+&|.-]$|=>$/;

/**
 * Counts what makes the indentation of some code unlikely, in any language: a line further in although the one before
 * opens nothing, a block that is opened and not indented, a step out to where nothing began. Used to compare possible
 * indentations; a number by itself means little.
 */
export function layoutFlaws(texts: readonly string[]): number {
	const levels: number[] = [];
	let [before, depth, nFlaws] = ['{', 0, 0];
	for (const text of texts.filter(each => each.trim() !== '' && !isComment(each))) {
		const width = indentWidth(indentOf(text));
		if (depth === 0 && !continuesLine.test(before)) {
			nFlaws += flawsOf(width, { before, levels, isClosing: /^[})\]]/.test(text.trim()) });
			enter(levels, width);
		}
		depth = Math.max(0, depth + balance(text));
		before = text.replace(/(?:#|\/\/)[\s\S]*/, '').trimEnd();
	}
	return nFlaws;
}

interface Position {
	readonly before: string;
	readonly levels: readonly number[];
	readonly isClosing: boolean;
}

/** Code that is further out than everything shown may well have begun before it. */
function flawsOf(width: number, { before, levels, isClosing }: Position): number {
	const current = levels.at(-1) ?? width;
	if (width > current) {
		return opensBlock.test(before) ? 0 : 1;
	}
	const isUnfilled = opensBlock.test(before) && !isClosing && levels.length > 0 ? 1 : 0;
	return isUnfilled + (levels.includes(width) || width < Math.min(...levels, width + 1) ? 0 : 1);
}

/** The levels that are open at a line, innermost last. */
function enter(levels: number[], width: number): void {
	while ((levels.at(-1) ?? 0) > width) {
		levels.pop();
	}
	if ((levels.at(-1) ?? -1) < width) {
		levels.push(width);
	}
}

/** Round and square brackets that a line opens and does not close. */
function balance(text: string): number {
	const bare = text.replaceAll(/"(?:\\.|[^"\\]){0,300}"|'(?:\\.|[^'\\]){0,300}'/g, '');
	return (bare.match(/[([]/g)?.length ?? 0) - (bare.match(/[)\]]/g)?.length ?? 0);
}
