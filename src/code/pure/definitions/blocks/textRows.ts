import { masked } from './maskedText';

/** The rows of a text, with the facts about each that tell where blocks end. Rows count from 0. */
export class TextRows {
	readonly starts: readonly number[];
	/** Blanks before the code of a row, a tab as eight; -1 for a row that has none, or begins in a string. */
	readonly indents: Int32Array;
	private lastRows: Int32Array | undefined;

	/** `code`: the text without comments and strings. */
	constructor(
		readonly text: string,
		readonly code: string,
	) {
		const starts = [0];
		for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
			starts.push(at + 1);
		}
		this.starts = starts;
		this.indents = Int32Array.from(starts, at => indentAt(code, at));
	}

	get count(): number {
		return this.starts.length;
	}

	/** Position behind the last character of a row. */
	endOf(row: number): number {
		const next = this.starts[row + 1];
		return next === undefined ? this.text.length : next - 1;
	}

	/** A row as it is written; at most `limit` characters. */
	textOf(row: number, limit: number): string {
		const start = this.starts[row] ?? 0;
		return this.text.slice(start, Math.min(this.endOf(row), start + limit));
	}

	codeOf(row: number): string {
		return this.code.slice(this.starts[row], this.endOf(row));
	}

	/** The row of a position. */
	rowOf(at: number): number {
		let [low, high] = [0, this.starts.length - 1];
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			[low, high] = (this.starts[middle] ?? 0) <= at ? [middle, high] : [low, middle - 1];
		}
		return low;
	}

	/** The next row with code that is indented as much as a row at most; `count` if there is none. */
	dedentAfter(row: number): number {
		this.lastRows ??= dedents(this.indents);
		return this.lastRows[row] ?? this.count;
	}

	/** The last row with code from `first` on and before `end`. */
	lastCodeRow(first: number, end: number): number {
		let row = end - 1;
		while (row > first && this.codeOf(row).trim() === '') {
			row--;
		}
		return row;
	}

	/** The first row of the comments directly above a row; the row itself if there are none. */
	commentsAbove(row: number): number {
		let first = row;
		while (first > 0 && this.isComment(first - 1)) {
			first--;
		}
		return first;
	}

	private isComment(row: number): boolean {
		return this.codeOf(row).trim() === '' && this.textOf(row, commentLimit).trim() !== '';
	}
}

const commentLimit = 200;
const tabWidth = 8;

function indentAt(code: string, start: number): number {
	let indent = 0;
	for (let at = start; ; at++) {
		const char = code.charAt(at);
		if (char === ' ' || char === '\t') {
			indent += char === ' ' ? 1 : tabWidth;
		} else {
			// A row that begins in a string belongs to the one in which the string begins.
			return char === '' || char === '\n' || char === '\r' || char === masked ? -1 : indent;
		}
	}
}

function dedents(indents: Int32Array): Int32Array {
	const next = new Int32Array(indents.length);
	const below: number[] = [];
	for (let row = indents.length - 1; row >= 0; row--) {
		const indent = indents[row] ?? -1;
		while (indent >= 0 && below.length > 0 && (indents[below.at(-1) ?? 0] ?? 0) > indent) {
			below.pop();
		}
		next[row] = below.at(-1) ?? indents.length;
		if (indent >= 0) {
			below.push(row);
		}
	}
	return next;
}
