import { diffArrays } from 'diff';
import type { DraftLine } from '../draft';
import { isElision } from './elision';
import { indentOf } from './indentation';
import { type Mismatch, type SearchBlock, squeezed } from './match';

/** The place of one line of the original in the file, as indices: one line, none, or the lines an ellipsis replaces. */
export interface Span {
	readonly from: number;
	readonly to: number;
	/** Whether an ellipsis replaces these lines. */
	readonly isGap?: boolean;
	/** The end of the lines that belong to the line before; new lines go behind it. */
	readonly head?: number;
}

export interface Alignment {
	/** One for each line of the original, in rising order. */
	readonly spans: readonly Span[];
	readonly lines: readonly DraftLine[];
	/** Whether a new line that is an ellipsis marks omitted code instead of being code. */
	readonly isLoose?: boolean;
}

/** How a new line is written into the file; the first line of an edit may be treated differently. */
export type WriteLine = (text: string, isFirst: boolean) => string;

/**
 * Applies the change from the original to the patched text to the lines of the file: common lines stay as in the file,
 * with the lines between them. Lines that the original does not show are never removed.
 */
export function mergeLines(block: SearchBlock, alignment: Alignment, write: WriteLine): DraftLine[] | Mismatch {
	const merge = new Merge(alignment);
	const old = block.original.map((text, at): OldLine => ({ text, existing: lineAt(alignment, at) }));
	const fresh = block.patched.map((text, at): OldLine & NewLine => ({ text, written: write(text, at === 0) }));
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
	/** The line of the file, if it is one. */
	readonly existing?: string | undefined;
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

/** A line stays if the model wrote it the same twice with the same indentation, or if it becomes the file's line. */
function isSame({ text, existing }: OldLine, { text: patched, written = '' }: NewLine): boolean {
	if (existing === undefined) {
		return text === patched;
	}
	const isKept = text === patched && indentOf(existing) === indentOf(written);
	return isKept || (existing !== text && existing.trimEnd() === written.trimEnd());
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
		const hidden = this.hiddenHere(lines.length) ?? this.repeatedHere(lines);
		if (hidden === undefined) {
			const added = lines.map(({ text, written = text }) => ({ text: written }));
			this.result.push(...added.slice(0, this.nRemoved));
			this.keepUpTo(this.alignment.spans[this.original]?.head ?? this.at);
			this.result.push(...added.slice(this.nRemoved));
		}
		return hidden;
	}

	/**
	 * New lines between two of the original have no certain place if the file has others between these two, unless they
	 * replace at least as many.
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

	/** New lines beside an ellipsis, most of which it replaces in the file, show the lines they are meant to change. */
	private repeatedHere(added: readonly NewLine[]): Mismatch | undefined {
		const { spans, lines } = this.alignment;
		const code = added.map(({ text }) => text.trim()).filter(text => text !== '');
		const gaps = [spans[this.original - 1], spans[this.original]].filter(each => each?.isGap);
		for (const { from, to } of gaps as Span[]) {
			const existing = new Set(lines.slice(from, to).map(({ text }) => text.trim()));
			if (code.filter(text => existing.has(text)).length > code.length / 2) {
				return { problem: 'hidden', start: from, end: to };
			}
		}
		return undefined;
	}

	/** Processes lines of the original that stay or are removed. */
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
		const existing = to > from ? this.alignment.lines[from]?.text : '';
		if (squeezed(existing ?? '') !== squeezed(text)) {
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
