import type { DraftLine } from '../draft';
/** The indentation a line was written with, and the one that line has in the file. */
export interface IndentPair {
	readonly given: string;
	readonly actual: string;
}

export type Reindent = (text: string) => string;

export function indentOf(text: string): string {
	return /^[ \t]*/.exec(text)?.[0] ?? '';
}

/** In columns; a tab extends to the next multiple of four. */
export function indentWidth(indent: string): number {
	let width = 0;
	for (const sign of indent) {
		width = sign === '\t' ? width - (width % 4) + 4 : width + 1;
	}
	return width;
}

/**
 * Converts lines from the indentation a model wrote to the file's, as shown by the lines found in both. Levels that no
 * such line shows are derived from the nearest shallower one, in tabs or blanks as in the file. A blank line becomes an
 * empty one.
 */
export function reindenter(pairs: readonly IndentPair[]): Reindent {
	if (pairs.every(({ given, actual }) => given === actual)) {
		return text => text;
	}
	const levels = new Map(pairs.map(({ given, actual }) => [indentWidth(given), actual]));
	const style = styleOf(pairs);
	return text => {
		if (text.trim() === '') {
			return '';
		}
		const width = indentWidth(indentOf(text));
		return moved(width, levels, style) + text.trimStart();
	};
}

interface Style {
	/** Columns of one level as the model wrote it. */
	readonly givenUnit: number;
	/** One level as the file has it; absent if columns are simply kept. */
	readonly actualUnit?: string;
}

function moved(width: number, levels: ReadonlyMap<number, string>, style: Style): string {
	const known = levels.get(width);
	if (known !== undefined) {
		return known;
	}
	const widths = [...levels.keys()].sort((a, b) => a - b);
	const below = widths.findLast(each => each < width);
	if (below !== undefined) {
		return (levels.get(below) ?? '') + further(width - below, style);
	}
	const above = widths[0] ?? 0;
	const actual = levels.get(above) ?? '';
	const less = further(above - width, style).length;
	return actual.slice(0, Math.max(0, actual.length - less));
}

function further(columns: number, { givenUnit, actualUnit }: Style): string {
	return actualUnit === undefined ? ' '.repeat(columns) : actualUnit.repeat(Math.round(columns / givenUnit));
}

/** If the file uses tabs, or levels have another width, levels are counted instead of columns. */
function styleOf(pairs: readonly IndentPair[]): Style {
	const usesTabs = pairs.some(({ actual }) => actual.includes('\t'));
	const givenUnit = unitOf(pairs.map(({ given }) => indentWidth(given)));
	const actualUnit = unitOf(pairs.map(({ actual }) => indentWidth(actual)));
	if (usesTabs) {
		return { givenUnit, actualUnit: '\t' };
	}
	const isScaled = givenUnit !== actualUnit && new Set(pairs.map(({ given }) => given)).size > 1;
	return isScaled ? { givenUnit, actualUnit: ' '.repeat(actualUnit) } : { givenUnit };
}

/** The smallest step between two levels. */
function unitOf(widths: readonly number[]): number {
	const sorted = [...new Set([0, ...widths])].sort((a, b) => a - b);
	const steps = sorted.slice(1).map((width, at) => width - (sorted[at] ?? 0));
	return Math.min(...(steps.length === 0 ? [4] : steps));
}

/** Lines reindented like others that they replace or adjoin: the first line's, and one level further. */
export function inFileStyle(texts: readonly string[], existing: readonly DraftLine[]): DraftLine[] {
	const [given, actual] = [levelsOf(texts), levelsOf(existing.map(({ text }) => text))];
	const pairs: IndentPair[] = given.flatMap((level, at) => {
		const own = actual[at];
		return own === undefined ? [] : [{ given: level, actual: own }];
	});
	const reindent = reindenter(pairs);
	return texts.map(text => ({ text: reindent(text) }));
}

/** The indentation of the first line, and the next one further in; arguments in a column of their own are further in. */
function levelsOf(texts: readonly string[]): string[] {
	const code = texts.filter(text => text.trim() !== '');
	const first = indentOf(code[0] ?? '');
	const further = code.map(indentOf).filter(indent => indent.length > first.length);
	const next = further.reduce((least, each) => (each.length < least.length ? each : least), further[0] ?? '');
	return further.length === 0 ? [first] : [first, next];
}
