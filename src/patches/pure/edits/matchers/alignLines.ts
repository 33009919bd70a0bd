import type { Span } from './mergeLines';

/** One way to lay the lines of an original on those of a file. */
export interface LineAlignment {
	readonly spans: readonly Span[];
	/** Share of the original that was found, weighted by its lines, less a little for lines in between. */
	readonly score: number;
}

/** Below this share of common words two lines are different ones. */
const alike = 0.6;
/** The cost of one line of the file between two lines of the original, as a share of a word. */
const gapCost = 0.1;
const cellLimit = 20_000_000;

/**
 * The best ways to lay an original on a file, best first and none overlapping another: Smith and Waterman's local
 * alignment (1981) over lines, which are alike as far as they share words. Empty if nothing matches or the file is
 * huge.
 */
export function alignLines(original: readonly string[], file: readonly string[], nWanted: number): LineAlignment[] {
	if (original.length * file.length > cellLimit || original.length === 0) {
		return [];
	}
	const table = new AlignmentTable(original, file);
	const found: LineAlignment[] = [];
	for (const end of table.ends()) {
		const alignment = table.trace(end);
		if (found.every(other => !overlap(other.spans, alignment.spans))) {
			found.push(alignment);
		}
		if (found.length === nWanted) {
			break;
		}
	}
	return found;
}

const moves = { none: 0, match: 1, skipOriginal: 2, skipFile: 3 } as const;
const endLimit = 400;

class AlignmentTable {
	private readonly width: number;
	private readonly height: number;
	private readonly weights: readonly number[];
	private readonly total: number;
	private readonly moves: Uint8Array;
	private lastRow: Float64Array;

	constructor(original: readonly string[], file: readonly string[]) {
		this.height = original.length;
		this.width = file.length;
		const words = original.map(wordsOf);
		this.weights = words.map(each => each.size);
		this.total = Math.max(
			1,
			this.weights.reduce((sum, each) => sum + each, 0),
		);
		this.moves = new Uint8Array(this.height * this.width);
		this.lastRow = new Float64Array(this.width + 1);
		const postings = postingsOf(file);
		for (const [row, each] of words.entries()) {
			this.fillRow(row, likenesses(each, postings));
		}
	}

	/** The ends of alignments, best first. */
	ends(): number[] {
		return [...this.lastRow.keys()]
			.filter(at => at > 0 && (this.lastRow[at] ?? 0) > 0)
			.sort((a, b) => (this.lastRow[b] ?? 0) - (this.lastRow[a] ?? 0))
			.slice(0, endLimit);
	}

	trace(end: number): LineAlignment {
		const found = new Map<number, number>();
		let [row, column] = [this.height - 1, end - 1];
		while (row >= 0 && column >= 0) {
			const move = this.moves[row * this.width + column];
			if (move === moves.none) {
				break;
			}
			if (move === moves.match) {
				found.set(row, column);
			}
			row -= move === moves.skipFile ? 0 : 1;
			column -= move === moves.skipOriginal ? 0 : 1;
		}
		return { spans: spansOf(this.height, found), score: (this.lastRow[end] ?? 0) / this.total };
	}

	private fillRow(row: number, alikeIn: ReadonlyMap<number, number>): void {
		const above = this.lastRow;
		const current = new Float64Array(this.width + 1);
		const weight = this.weights[row] ?? 0;
		for (let column = 0; column < this.width; column++) {
			const likeness = alikeIn.get(column) ?? 0;
			const matched = likeness >= alike ? (above[column] ?? 0) + weight * likeness : 0;
			const fromAbove = above[column + 1] ?? 0;
			const fromLeft = (current[column] ?? 0) - gapCost;
			const best = Math.max(matched, fromAbove, fromLeft, 0);
			current[column + 1] = best;
			this.moves[row * this.width + column] = moveOf(best, { matched, fromAbove, fromLeft });
		}
		this.lastRow = current;
	}
}

function moveOf(best: number, from: { matched: number; fromAbove: number; fromLeft: number }): number {
	if (best <= 0) {
		return moves.none;
	}
	if (best === from.matched) {
		return moves.match;
	}
	return best === from.fromAbove ? moves.skipOriginal : moves.skipFile;
}

/** The lines that each word occurs in, and how many words each line has. */
interface Postings {
	readonly linesOf: ReadonlyMap<string, readonly number[]>;
	readonly sizes: readonly number[];
}

function postingsOf(file: readonly string[]): Postings {
	const linesOf = new Map<string, number[]>();
	const sizes = file.map((text, line) => {
		const words = wordsOf(text);
		for (const word of words) {
			const lines = linesOf.get(word);
			if (lines === undefined) {
				linesOf.set(word, [line]);
			} else {
				lines.push(line);
			}
		}
		return words.size;
	});
	return { linesOf, sizes };
}

/** Dice's coefficient over the words of a line and of each line of the file that shares one. */
function likenesses(words: ReadonlySet<string>, { linesOf, sizes }: Postings): Map<number, number> {
	const nShared = new Map<number, number>();
	for (const word of words) {
		for (const line of linesOf.get(word) ?? []) {
			nShared.set(line, (nShared.get(line) ?? 0) + 1);
		}
	}
	return new Map([...nShared].map(([line, n]) => [line, (2 * n) / (words.size + (sizes[line] ?? 0))]));
}

const longestLine = 2000;

/** The words and signs of a line, each once, repeated ones numbered. */
function wordsOf(text: string): Set<string> {
	const counts = new Map<string, number>();
	const words = new Set<string>();
	for (const [word] of text.slice(0, longestLine).matchAll(/\w+|[^\w\s]/g)) {
		const count = (counts.get(word) ?? 0) + 1;
		counts.set(word, count);
		words.add(count === 1 ? word : `${word} ${count}`);
	}
	return words;
}

/** A line that was not found gets an empty span after the line before it. */
function spansOf(height: number, found: ReadonlyMap<number, number>): Span[] {
	let at = Math.min(...found.values());
	return Array.from({ length: height }, (_, row) => {
		const from = found.get(row) ?? at;
		at = found.has(row) ? from + 1 : at;
		return { from, to: at };
	});
}

function overlap(a: readonly Span[], b: readonly Span[]): boolean {
	return (a[0]?.from ?? 0) < (b.at(-1)?.to ?? 0) && (b[0]?.from ?? 0) < (a.at(-1)?.to ?? 0);
}
