import { diffArrays } from 'diff';
import type { DraftLine } from '../draft';
import { isComment, isElision } from './elision';
import type { Misfit, Sought } from './fit';
import { indentOf, indentWidth } from './indentation';

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
	/** Indices of lines that document what is in front of them: what is new comes behind these. */
	readonly documentation?: ReadonlySet<number>;
}

/** How a line that comes new is written into the file; the first line of an edit may be told apart. */
export type WriteLine = (text: string, isFirst: boolean) => string;

/**
 * Makes the change from the original to the patched text on the lines that stand in the file: what both have in common
 * stays as it is there, with what lies between. Lines that the original does not show are never taken away.
 */
export function mergeLines(sought: Sought, alignment: Alignment, write: WriteLine): DraftLine[] | Misfit {
	const merge = new Merge(alignment);
	const old = sought.original.map((text, at): OldLine => ({ text, there: lineAt(alignment, at) }));
	const fresh = sought.patched.map((text, at): OldLine & NewLine => ({ text, written: write(text, at === 0) }));
	for (const change of diffArrays<OldLine & NewLine>(old, fresh, { comparator: isSame })) {
		const misfit = change.added ? merge.add(change.value) : merge.pass(change.value, change.removed);
		if (misfit !== undefined) {
			return misfit;
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
	private readonly alignment: Alignment;
	/** Next line of the file, and next line of the original. */
	private at: number;
	private original = 0;
	/** The last of the lines that were removed right before. */
	private removed: string | undefined;
	/** What ends the last line that was removed, and not as the model remembers it. */
	private separator = '';

	constructor(alignment: Alignment) {
		this.alignment = alignment;
		this.at = alignment.spans[0]?.from ?? 0;
	}

	add(lines: readonly NewLine[]): Misfit | undefined {
		if (this.alignment.isLoose && lines.some(({ text }) => isElision(text))) {
			return { problem: 'elided', start: this.at, end: this.at + 1 };
		}
		const hidden = this.hiddenHere(lines.findLast(({ text }) => text.trim() !== '')?.text ?? '');
		if (hidden !== undefined) {
			return hidden;
		}
		const texts = lines.map(({ text, written = text }) => written);
		const last = texts.findLastIndex(text => text.trim() !== '');
		this.result.push(...texts.map((text, at) => ({ text: at === last ? this.separated(text) : text })));
		return undefined;
	}

	/** A line that takes the place of one with a comma has one as well, though the model has left it out in both. */
	private separated(text: string): string {
		return this.separator === '' || /[,;({[]$/.test(text) ? text : text + this.separator;
	}

	/**
	 * New lines between two of the original have no sure place where the file has others between these two. Documentation
	 * stays in front of them, and behind those that end with a new head of what it documents.
	 */
	private hiddenHere(last: string): Misfit | undefined {
		const { spans, lines, documentation } = this.alignment;
		const [before, after] = [spans[this.original - 1], spans[this.original]];
		if (before === undefined || after === undefined || before.isGap || after.isGap) {
			return undefined;
		}
		const between = range(before.to, after.from).filter(at => lines[at]?.text.trim() !== '');
		const isDocumented = between.length > 0 && between.every(at => documentation?.has(at));
		const { removed } = this;
		if (isDocumented && removed === undefined) {
			this.keepUpTo(after.from);
		}
		const isHead = removed !== undefined && indentWidth(indentOf(last)) <= indentWidth(indentOf(removed));
		const isHidden = isDocumented ? removed !== undefined && !isHead : removed === undefined;
		return between.length > 0 && isHidden ? { problem: 'hidden', start: before.to, end: after.from } : undefined;
	}

	/** Goes over lines of the original that stay or go. */
	pass(lines: readonly OldLine[], isRemoved: boolean): Misfit | undefined {
		this.removed = isRemoved ? lines.at(-1)?.text : undefined;
		this.separator = '';
		for (const [index, { text }] of lines.entries()) {
			const span = this.alignment.spans[this.original++] ?? { from: this.at, to: this.at };
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
		const there = this.alignment.lines[from]?.text.trimEnd() ?? '';
		this.separator = /[,;]$/.test(there) && there.slice(0, -1).trim() === text.trim() ? there.slice(-1) : '';
		return undefined;
	}

	private keepUpTo(to: number): undefined {
		this.result.push(...this.alignment.lines.slice(this.at, to));
		this.at = Math.max(this.at, to);
	}
}

function range(start: number, end: number): number[] {
	return Array.from({ length: Math.max(0, end - start) }, (_, ahead) => start + ahead);
}
