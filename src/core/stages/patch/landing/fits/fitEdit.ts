import type { DraftLine } from '../draft';
import { type EditHints, speaksOf } from '../editHints';
import type { WrittenEdit } from '../writtenEdit';
import { definitionFits } from './definitionFits';
import type { ReadSymbols } from './definitions';
import { elidedFits } from './elidedFits';
import { holdsNoCode } from './elision';
import type { Fit, Misfit, Sought } from './fit';
import { nearFits } from './nearFits';
import { wholeFileFit, wholeFit } from './wholeFileFit';
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
