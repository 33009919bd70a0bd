import { isCallable, isClassLike } from '../../../../model/symbol';
import type { DraftLine } from '../draft';
import { type EditHints, speaksOf } from '../editHints';
import type { WrittenEdit } from '../writtenEdit';
import { definitionFits } from './definitionFits';
import type { ReadSymbols } from './definitions';
import { elidedFits } from './elidedFits';
import { holdsNoCode, isElision } from './elision';
import type { Fit, Misfit, Sought } from './fit';
import { mergeLines } from './mergeLines';
import { nearFits } from './nearFits';
import { windowFits } from './windowFits';

export interface FitRequest {
	readonly lines: readonly DraftLine[];
	readonly edit: WrittenEdit;
	readonly read: ReadSymbols;
	readonly hints: EditHints;
}

/** All places where an edit fits a file, by the strictest way that finds any; or else why it nearly fits. */
export async function fitEdit(request: FitRequest): Promise<{ fits: readonly Fit[]; misfit?: Misfit }> {
	const { lines, edit } = request;
	if (edit.form === 'whole') {
		return { fits: [wholeFit(lines, edit.patched.replace(/\r?\n$/, '').split(/\r?\n/))] };
	}
	const sought: Sought = { original: linesOf(edit.original), patched: linesOf(edit.patched) };
	const isEmpty = lines.every(({ text }) => text.trim() === '');
	if (isEmpty && holdsNoCode(sought.original)) {
		return { fits: [wholeFit(lines, sought.patched)] };
	}
	if (edit.form === 'code') {
		const whole = await wholeFileFit(lines, sought.patched, request.read);
		return split(whole === undefined ? await fitsByName(request, sought) : [whole]);
	}
	const misfits: (Fit | Misfit)[] = [];
	for (const way of [windowFits, elidedFits, nearFits]) {
		const found = way(lines, sought);
		if (found.some(isFit)) {
			return split(found);
		}
		misfits.push(...found);
	}
	const byName = await fitsByName(request, sought);
	return split([...byName, ...misfits]);
}

function linesOf(text: string): string[] {
	return text === '' ? [] : text.split(/\r?\n/);
}

async function fitsByName({ lines, edit, read, hints }: FitRequest, sought: Sought): Promise<(Fit | Misfit)[]> {
	const isNamed = (name: string) => speaksOf(hints.prose, name);
	const found = await definitionFits({ lines, sought, read, isNamed, isWhole: edit.form === 'code' });
	return found === undefined ? [] : [found];
}

function isFit(found: Fit | Misfit): found is Fit {
	return 'rewrites' in found;
}

function split(found: readonly (Fit | Misfit)[]): { fits: readonly Fit[]; misfit?: Misfit } {
	const misfit = found.find((each): each is Misfit => !isFit(each));
	return { fits: found.filter(isFit), ...(misfit !== undefined && { misfit }) };
}

/** So many of a file's lines must be in a text that is to be the whole file, where neither defines anything. */
const enough = 0.5;

/**
 * Takes code for the whole file if it defines all that the file defines at file level, or, where the file defines
 * nothing, if it holds most of its lines. Code that leaves lines out is never a whole file.
 */
async function wholeFileFit(
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
function wholeFit(lines: readonly DraftLine[], patched: readonly string[]): Fit {
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
