import type { DraftLine } from '../draft';
import { type IndentPair, indentOf, reindenter } from './indentation';

/** Lines brought to the indentation of others that they replace or stand beside: the first line's, and one level further. */
export function inFileStyle(texts: readonly string[], there: readonly DraftLine[]): DraftLine[] {
	const [given, actual] = [levelsOf(texts), levelsOf(there.map(({ text }) => text))];
	const pairs: IndentPair[] = given.flatMap((level, at) => {
		const own = actual[at];
		return own === undefined ? [] : [{ given: level, actual: own }];
	});
	const reindent = reindenter(pairs);
	return texts.map(text => ({ text: reindent(text) }));
}

/** The indentation of the first line, and of the first line further in. */
function levelsOf(texts: readonly string[]): string[] {
	const code = texts.filter(text => text.trim() !== '');
	const first = indentOf(code[0] ?? '');
	const further = code.map(indentOf).find(indent => indent.length > first.length);
	return further === undefined ? [first] : [first, further];
}
