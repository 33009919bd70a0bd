import { isCallable, isClassLike } from '../../../../model/symbol';
import type { DraftLine } from '../draft';
import type { ReadSymbols } from './definitions';
import { isElision } from './elision';
import type { Fit } from './fit';
import { mergeLines } from './mergeLines';

/** So many of a file's lines must be in a text that is to be the whole file, where neither defines anything. */
const enough = 0.5;

/**
 * Takes code for the whole file if it defines all that the file defines at file level, or, where the file defines
 * nothing, if it holds most of its lines. Code that leaves lines out is never a whole file.
 */
export async function wholeFileFit(
	lines: readonly DraftLine[],
	patched: readonly string[],
	read: ReadSymbols,
): Promise<Fit | undefined> {
	if (patched.some(isElision)) {
		return undefined;
	}
	const [there, written] = [
		await topNames(
			lines.map(({ text }) => text),
			read,
		),
		await topNames(patched, read),
	];
	const texts = new Set(patched.map(text => text.trim()));
	const code = lines.filter(({ text }) => text.trim() !== '');
	const nKept = code.filter(({ text }) => texts.has(text.trim())).length;
	const isWhole =
		there.size > 0 ? [...there].every(name => written.has(name)) && there.size > 1 : nKept >= code.length * enough;
	return isWhole ? wholeFit(lines, patched) : undefined;
}

/** Puts a text in the place of all that a file holds; lines that stay keep their ends. */
export function wholeFit(lines: readonly DraftLine[], patched: readonly string[]): Fit {
	const original = lines.map(({ text }) => text);
	const spans = original.map((_, at) => ({ from: at, to: at + 1 }));
	const merged = mergeLines({ original, patched }, { spans, lines }, text => text);
	const rewrite = Array.isArray(merged) ? merged : patched.map(text => ({ text }));
	return { start: 0, end: lines.length, match: 'whole', score: 1, rewrites: [rewrite] };
}

async function topNames(texts: readonly string[], read: ReadSymbols): Promise<Set<string>> {
	const symbols = await read(texts.join('\n'));
	return new Set(
		symbols.filter(each => each.container === '' && (isCallable(each) || isClassLike(each))).map(({ name }) => name),
	);
}
