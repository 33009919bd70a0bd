import { diffArrays } from 'diff';
import type { DraftLine } from '../draft';
import { isComment, isElision } from './elision';
import { indentOf } from './indentation';
import type { Mismatch, SearchBlock } from './match';

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
export function mergeLines(searchBlock: SearchBlock, alignment: Alignment, write: WriteLine): DraftLine[] | Mismatch {
	const merge = new Merge(alignment);
	const old = searchBlock.original.map((text, at): OldLine => ({ text, there: lineAt(alignment, at) }));
	const fresh = searchBlock.patched.map((text, at): OldLine & NewLine => ({ text, written: write(text, at === 0) }));
	for (const change of diffArrays<OldLine & NewLine>(old, fresh, { comparator: isSame })) {
		const mismatch = change.added ? merge.add(change.value) : merge.pass(change.value, change.removed);
		if (mismatch !== undefined) {
			return mismatch;
		}
	}
	return merge.result;
}

interface OldLine {
	readonly text: string;
	/** The line of the file, where it is one. */
	readonly there?: string | undefined;
}

interface NewLine {
	readonly text: string;
	/** As it is written into the file. */
	readonly written?: string;
}

function lineAt({ spans, lines }: Alignment, at: number): string | undefined {
	const { from, to, isGap } = spans[at] ?? { from: 0, to: 0 };
	return to - from === 1 && !isGap ? lines[from]?.text : undefined;
}

/** A line stays if the model wrote the same twice, unless it moves further in or out; or if it comes to what is there. */
function isSame({ text, there }: OldLine, { text: patched, written = '' }: NewLine): boolean {
	if (there === undefined) {
		return text === patched;
	}
	const isKept = text === patched && indentOf(there) === indentOf(written);
	return isKept || (there !== text && there.trimEnd() === written.trimEnd());
}

class Merge {
	readonly result: DraftLine[] = [];
	/** Next line of the file, and next line of the original. */
	private at: number;
	private original = 0;
	/** How many lines of the original right before were removed. */
	private nRemoved = 0;

	constructor(private readonly alignment: Alignment) {
		this.at = alignment.spans[0]?.from ?? 0;
	}

	add(lines: readonly NewLine[]): Mismatch | undefined {
		if (this.alignment.isLoose && lines.some(({ text }) => isElision(text))) {
			return { problem: 'elided', start: this.at, end: this.at + 1 };
		}
		const hidden = this.hiddenHere(lines.length);
		if (hidden === undefined) {
			this.result.push(...lines.map(({ text, written = text }) => ({ text: written })));
		}
		return hidden;
	}

	/**
	 * New lines between two of the original have no certain place where the file has others between these two, unless
	 * they take the place of at least as many.
	 */
	private hiddenHere(nAdded: number): Mismatch | undefined {
		const { spans, lines } = this.alignment;
		const [before, after] = [spans[this.original - 1], spans[this.original]];
		if (nAdded <= this.nRemoved || before === undefined || after === undefined || before.isGap || after.isGap) {
			return undefined;
		}
		const between = lines.slice(before.to, after.from);
		const isHidden = between.some(({ text }) => text.trim() !== '');
		return isHidden ? { problem: 'hidden', start: before.to, end: after.from } : undefined;
	}

	/** Goes over lines of the original that stay or go. */
	pass(lines: readonly OldLine[], isRemoved: boolean): Mismatch | undefined {
		this.nRemoved = isRemoved ? lines.length : 0;
		for (const [index, { text }] of lines.entries()) {
			const span = this.alignment.spans[this.original++] ?? { from: this.at, to: this.at };
			const mismatch = isRemoved ? this.remove(text, span, index === 0) : this.keepUpTo(span.to);
			if (mismatch !== undefined) {
				return mismatch;
			}
		}
		return undefined;
	}

	private remove(text: string, { from, to, isGap }: Span, isFirst: boolean): Mismatch | undefined {
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
