import { diffArrays } from 'diff';
import type { DraftLine } from './draft';
import { isComment, isElision } from './elision';
import type { Misfit, Sought } from './fit';

/** Where one line of the original stands in the file, as indices: one line, none, or those an ellipsis stands for. */
export interface Span {
	readonly from: number;
	readonly to: number;
	/** Lines that an ellipsis stands for. */
	readonly isGap?: boolean;
}

export interface Alignment {
	/** One for each line of the original, in rising order. */
	readonly spans: readonly Span[];
	readonly lines: readonly DraftLine[];
	/** Whether a new line that is an ellipsis stands for code, and is none itself. */
	readonly isLoose?: boolean;
}

/** How a line that comes new is written into the file; the first line of an edit may be told apart. */
export type WriteLine = (text: string, isFirst: boolean) => string;

/**
 * Makes the change from the original to the patched text on the lines that stand in the file: what both have in common
 * stays as it is there, with what lies between. Lines that the original does not show are never taken away.
 */
export function mergeLines(sought: Sought, alignment: Alignment, write: WriteLine): DraftLine[] | Misfit {
	const merge = new Merge(alignment, write);
	for (const change of diffArrays([...sought.original], [...sought.patched])) {
		const misfit = change.added ? merge.add(change.value) : merge.pass(change.value, change.removed);
		if (misfit !== undefined) {
			return misfit;
		}
	}
	return merge.result;
}

class Merge {
	readonly result: DraftLine[] = [];
	private readonly alignment: Alignment;
	private readonly write: WriteLine;
	/** Next line of the file, and next line of the original. */
	private at: number;
	private original = 0;
	private patched = 0;
	private hasJustRemoved = false;

	constructor(alignment: Alignment, write: WriteLine) {
		this.alignment = alignment;
		this.write = write;
		this.at = alignment.spans[0]?.from ?? 0;
	}

	add(texts: readonly string[]): Misfit | undefined {
		if (this.alignment.isLoose && texts.some(isElision)) {
			return { problem: 'elided', start: this.at, end: this.at + 1 };
		}
		const hidden = this.hiddenHere();
		if (hidden !== undefined && !this.hasJustRemoved) {
			return hidden;
		}
		for (const text of texts) {
			this.result.push({ text: this.write(text, this.patched++ === 0) });
		}
		return undefined;
	}

	/** New lines between two of the original have no sure place where the file has others between these two. */
	private hiddenHere(): Misfit | undefined {
		const { spans, lines } = this.alignment;
		const [before, after] = [spans[this.original - 1], spans[this.original]];
		const isSure = before === undefined || after === undefined || before.isGap || after.isGap;
		const between = isSure ? [] : lines.slice(before.to, after.from);
		const isHidden = between.some(({ text }) => text.trim() !== '');
		return isHidden ? { problem: 'hidden', start: before?.to ?? 0, end: after?.from ?? 0 } : undefined;
	}

	/** Goes over lines of the original that stay or go. */
	pass(texts: readonly string[], isRemoved: boolean): Misfit | undefined {
		this.hasJustRemoved = isRemoved;
		for (const [index, text] of texts.entries()) {
			const span = this.alignment.spans[this.original++] ?? { from: this.at, to: this.at };
			this.patched += isRemoved ? 0 : 1;
			const misfit = isRemoved ? this.remove(text, span, index === 0) : this.keepUpTo(span.to);
			if (misfit !== undefined) {
				return misfit;
			}
		}
		return undefined;
	}

	private remove(text: string, { from, to, isGap }: Span, isFirst: boolean): Misfit | undefined {
		const between = this.alignment.lines.slice(this.at, from);
		if (!isFirst && between.some(line => line.text.trim() !== '')) {
			return { problem: 'hidden', start: this.at, end: from };
		}
		if (isGap) {
			return to > from ? { problem: 'hidden', start: from, end: to } : undefined;
		}
		if (to === from && text.trim() !== '' && !isComment(text)) {
			return { problem: 'absent', start: this.at, end: this.at + 1 };
		}
		if (isFirst) {
			this.keepUpTo(from);
		}
		this.at = to;
		return undefined;
	}

	private keepUpTo(to: number): undefined {
		this.result.push(...this.alignment.lines.slice(this.at, to));
		this.at = Math.max(this.at, to);
	}
}
