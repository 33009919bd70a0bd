import type { DraftLine } from './draft';

/**
 * New lines whose double quotes all have a backslash in front, as in a JSON string, with the quotes alone: so they were
 * meant where the file cannot be parsed with the backslashes. Undefined where there is nothing to take away.
 */
export function unescapedQuotes(rewrite: readonly DraftLine[]): readonly DraftLine[] | undefined {
	const fresh = rewrite.filter(({ line }) => line === undefined).map(({ text }) => text);
	const isEscaped = fresh.some(text => text.includes('\\"')) && !fresh.some(text => /(?<!\\)"/.test(text));
	return isEscaped
		? rewrite.map(each => (each.line === undefined ? { ...each, text: each.text.replaceAll('\\"', '"') } : each))
		: undefined;
}
