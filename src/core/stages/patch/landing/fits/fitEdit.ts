import type { DraftLine } from '../draft';
import { type EditHints, speaksOf } from '../editHints';
import type { WrittenEdit } from '../writtenEdit';
import { definitionFits } from './definitionFits';
import type { ReadSymbols } from './definitions';
import { documentedFits } from './documentedFits';
import { elidedFits } from './elidedFits';
import { holdsNoCode } from './elision';
import type { Fit, Misfit, Sought } from './fit';
import { fragmentFits } from './fragmentFits';
import { nearFits } from './nearFits';
import { soughtVariants } from './soughtVariants';
import { wholeFileFit, wholeFit } from './wholeFileFit';
import { windowFits } from './windowFits';

export interface FitRequest {
	readonly lines: readonly DraftLine[];
	readonly edit: WrittenEdit;
	readonly read: ReadSymbols;
	readonly hints: EditHints;
	/** Only places where all that the original shows stands. */
	readonly isStrict: boolean;
}

/** All places where an edit fits a file, by the strictest way that finds any; or else why it nearly fits. */
export async function fitEdit(request: FitRequest): Promise<{ fits: readonly Fit[]; misfit?: Misfit }> {
	const { lines, edit, isStrict } = request;
	if (edit.form === 'whole') {
		return { fits: [wholeFit(lines, edit.patched.replace(/\r?\n$/, '').split(/\r?\n/))] };
	}
	const variants = soughtVariants(edit.original, edit.patched);
	const found = edit.form === 'code' ? [] : strictFits(lines, variants);
	if (found.some(isFit) || isStrict) {
		return split(found);
	}
	const loose = await looseFits(request, variants);
	return split([...loose, ...found]);
}

function strictFits(lines: readonly DraftLine[], variants: readonly Sought[]): (Fit | Misfit)[] {
	const misfits: (Fit | Misfit)[] = [];
	for (const way of [windowFits, elidedFits, fragmentFits]) {
		for (const variant of variants) {
			const found = way(lines, variant);
			if (found.some(isFit)) {
				return found;
			}
			misfits.push(...found);
		}
	}
	return misfits;
}

async function looseFits(request: FitRequest, variants: readonly Sought[]): Promise<(Fit | Misfit)[]> {
	const { lines, edit } = request;
	const isEmpty = lines.every(({ text }) => text.trim() === '');
	if (isEmpty && holdsNoCode(edit.original.split('\n'))) {
		return [wholeFit(lines, variants[0]?.patched ?? [])];
	}
	const misfits: (Fit | Misfit)[] = [];
	for (const variant of variants) {
		const found = edit.form === 'code' ? await codeFits(request, variant) : await replaceFits(request, variant);
		if (found.some(isFit)) {
			return found;
		}
		misfits.push(...found);
	}
	return misfits;
}

async function codeFits(request: FitRequest, sought: Sought): Promise<(Fit | Misfit)[]> {
	const whole = await wholeFileFit(request.lines, sought.patched, request.read);
	return whole === undefined ? fitsByName(request, sought) : [whole];
}

async function replaceFits(request: FitRequest, sought: Sought): Promise<(Fit | Misfit)[]> {
	const documented = await documentedFits(request.lines, sought, request.read);
	if (documented.length > 0) {
		return documented;
	}
	const near = nearFits(request.lines, sought);
	if (near.some(isFit)) {
		return near;
	}
	const byName = await fitsByName(request, sought);
	return byName.some(isFit) ? byName : [...near, ...byName];
}

function fitsByName({ lines, edit, read, hints }: FitRequest, sought: Sought): Promise<(Fit | Misfit)[]> {
	const isNamed = (name: string) => speaksOf(hints.said, name) || speaksOf(hints.prose, name);
	return definitionFits({ lines, sought, read, isNamed, isWhole: edit.form === 'code' });
}

export function isFit(found: Fit | Misfit): found is Fit {
	return 'rewrites' in found;
}

function split(found: readonly (Fit | Misfit)[]): { fits: readonly Fit[]; misfit?: Misfit } {
	const misfit = found.find((each): each is Misfit => !isFit(each));
	return { fits: found.filter(isFit), ...(misfit !== undefined && { misfit }) };
}
