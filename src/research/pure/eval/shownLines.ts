import { lineTokens } from '../../../localizer/pure/regions/region';
import type { Place } from '../../../runs/pure/model/symbol';
import type { GoldLines, LinesByFile } from './goldLines';

/** How much of an answer is read: its first lines, tokens or regions. */
export interface ReadingBudget {
	readonly name: string;
	readonly lines?: number;
	readonly tokens?: number;
	readonly regions?: number;
}

export const readingBudgets: readonly ReadingBudget[] = [
	...[100, 500, 2000].map(lines => ({ name: `${lines} lines`, lines })),
	{ name: '5 regions', lines: 500, regions: 5 },
	...[1, 3, 10].map(thousands => ({ name: `${thousands}k tokens`, tokens: 1000 * thousands })),
];

export interface ShownRegion extends Place {
	/** Lines before it that are shown with it. */
	readonly context?: readonly number[];
}

/** Shares from 0 to 1. */
export interface LineFigures {
	/** Of the changed lines, how many are shown. */
	readonly recall: number;
	/** Of the lines shown, how many are changed. */
	readonly precision: number;
	/** The same with all lines of the functions around the changed ones. */
	readonly recallAround: number;
	readonly precisionAround: number;
	/** 1 if a line of a fixed file is shown. */
	readonly fileHit: number;
}

export interface ShownLines {
	/** In the order of `readingBudgets`. */
	readonly budgets: readonly LineFigures[];
	/** The tokens that are read up to the first changed line, including it; absent if none is shown. */
	readonly tokensToFirst?: number;
}

/**
 * How an answer serves a reader who reads its regions in order, each line once. A line costs its characters, its number
 * and a tab. `linesOf`: the text of a file by lines. Undefined if nothing that is known was changed.
 */
export async function measureShown(
	regions: Iterable<ShownRegion>,
	gold: GoldLines,
	linesOf: (file: string) => Promise<readonly string[]>,
): Promise<ShownLines | undefined> {
	const [changed, around] = [lineKeys(gold.changed), lineKeys(gold.around)];
	if (changed.size === 0) {
		return undefined;
	}
	const counts = readingBudgets.map(budget => new Reading(budget, changed, around, gold));
	const seen = new Set<string>();
	let tokens = 0;
	let tokensToFirst: number | undefined;
	let nRegions = 0;
	for (const { file, startLine, endLine, context = [] } of regions) {
		if (counts.every(({ isFull }) => isFull)) {
			break;
		}
		const lines = await linesOf(file);
		nRegions++;
		for (const line of [...context, ...numbersFrom(startLine, Math.min(endLine, lines.length))]) {
			const key = keyOf(file, line);
			if (!seen.has(key)) {
				seen.add(key);
				tokens += lineTokens(line, lines[line - 1] ?? '');
				tokensToFirst ??= changed.has(key) ? Math.ceil(tokens) : undefined;
				counts.forEach(each => {
					each.add({ file, key, nLines: seen.size, tokens, nRegions });
				});
			}
		}
	}
	return { budgets: counts.map(each => each.figures()), ...(tokensToFirst !== undefined && { tokensToFirst }) };
}

interface ReadLine {
	readonly file: string;
	readonly key: string;
	/** Up to this one. */
	readonly nLines: number;
	readonly tokens: number;
	readonly nRegions: number;
}

/** What a reader with one budget has seen. */
class Reading {
	isFull = false;
	private nShown = 0;
	private nChanged = 0;
	private nAround = 0;
	private fileHit = 0;

	constructor(
		private readonly budget: ReadingBudget,
		private readonly changed: ReadonlySet<string>,
		private readonly around: ReadonlySet<string>,
		private readonly gold: GoldLines,
	) {}

	add({ file, key, nLines, tokens, nRegions }: ReadLine): void {
		const { lines, tokens: mostTokens, regions } = this.budget;
		this.isFull ||= isOver(nLines, lines) || isOver(tokens, mostTokens) || isOver(nRegions, regions);
		if (!this.isFull) {
			this.nShown++;
			this.nChanged += this.changed.has(key) ? 1 : 0;
			this.nAround += this.around.has(key) ? 1 : 0;
			this.fileHit = this.gold.changed.has(file) ? 1 : this.fileHit;
		}
	}

	figures(): LineFigures {
		return {
			recall: this.nChanged / this.changed.size,
			precision: this.nChanged / Math.max(1, this.nShown),
			recallAround: this.nAround / this.around.size,
			precisionAround: this.nAround / Math.max(1, this.nShown),
			fileHit: this.fileHit,
		};
	}
}

function numbersFrom(first: number, last: number): number[] {
	return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

function isOver(count: number, limit: number | undefined): boolean {
	return limit !== undefined && count > limit;
}

function lineKeys(lines: LinesByFile): ReadonlySet<string> {
	return new Set([...lines].flatMap(([file, each]) => each.map(line => keyOf(file, line))));
}

function keyOf(file: string, line: number): string {
	return `${line} ${file}`;
}
