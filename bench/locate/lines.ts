import type { LineRange } from '../../src/core/model/symbol';
import type { Gold } from './gold';
import type { IssueResult, LocatedPlace } from './results';

/** An issue with what was located and with the developers' fix. */
export interface FixedIssue {
	readonly result: IssueResult;
	readonly gold: Gold;
	/** The developers' unified diff. */
	readonly patch: string;
}

/** Lines of a fix that are at most this far from a marked line are touched by it. */
const reach = 2;

/** Prints how many lines are marked, how often they touch the fix, and how many locations are shown unfolded. */
export function printLines(issues: readonly FixedIssue[]): void {
	console.log('\nlines and folding (tuning: ids sorted by name, even positions; judging: odd positions)');
	const sorted = issues.toSorted((a, b) => (a.result.id < b.result.id ? -1 : 1));
	printPart('all', sorted);
	printPart(
		'tuning',
		sorted.filter((_, at) => at % 2 === 0),
	);
	printPart(
		'judging',
		sorted.filter((_, at) => at % 2 === 1),
	);
}

function printPart(title: string, issues: readonly FixedIssue[]): void {
	const places = issues.flatMap(({ result }) => result.locations ?? []);
	const touches = issues.flatMap(touchesOf);
	const touched = touches.filter(({ isTouched }) => isTouched).length;
	const expected = touches.reduce((sum, each) => sum + each.expected, 0);
	const unfolded = issues.map(({ result }) => unfoldedOf(result).length);
	const scored = issues.filter(({ gold }) => gold.function_metric);
	const inFirst = scored.filter(({ result, gold }) => hasAll(result.located.functions.slice(0, 3), gold));
	const inUnfolded = scored.filter(({ result, gold }) => hasAll(unfoldedOf(result).map(nameOf), gold));
	console.log(
		`${title.padEnd(8)} marked per location: median ${median(places.map(nMarked))}; touch the fix in ${touched} of ` +
			`${touches.length} right functions, random lines in ${expected.toFixed(1)} (${(touched / expected).toFixed(2)} ` +
			`times as often); unfolded: median ${median(unfolded)}; all fixed functions unfolded ${inUnfolded.length}, among ` +
			`the first 3 ${inFirst.length}`,
	);
}

interface Touch {
	readonly isTouched: boolean;
	/** The chance that as many lines, drawn at random from the function, touch the fix. */
	readonly expected: number;
}

/** One for each named location that is a fixed function and contains lines of the fix. */
function touchesOf({ result, gold, patch }: FixedIssue): Touch[] {
	const fixed = fixedLines(patch);
	const right = (result.locations ?? []).filter(place => gold.functions.includes(nameOf(place)));
	return right.flatMap(place => {
		const { file, startLine, endLine } = place;
		const isInside = (line: number) => startLine <= line && line <= endLine;
		const lines = (fixed.get(file) ?? []).filter(isInside);
		const near = new Set(lines.flatMap(line => around(line).filter(isInside)));
		const marked = (place.focus ?? []).flatMap(linesOf);
		const size = endLine - startLine + 1;
		return lines.length === 0
			? []
			: [{ isTouched: marked.some(line => near.has(line)), expected: chance(size, near.size, marked.length) }];
	});
}

function around(line: number): number[] {
	return Array.from({ length: 2 * reach + 1 }, (_, at) => line - reach + at);
}

/** The chance that one of `nDrawn` of `size` lines, drawn without putting back, is one of `nNear`. */
function chance(size: number, nNear: number, nDrawn: number): number {
	let none = 1;
	for (let at = 0; at < Math.min(size, nDrawn); at++) {
		none *= Math.max(0, size - nNear - at) / (size - at);
	}
	return 1 - none;
}

/** By file the lines that a diff removes, and the lines on both sides of what it adds. */
function fixedLines(patch: string): ReadonlyMap<string, readonly number[]> {
	const files = new Map<string, number[]>();
	let found: number[] = [];
	let line = 0;
	for (const row of patch.split('\n')) {
		const file = /^--- a\/(.*)$/.exec(row)?.[1];
		const start = /^@@ -(\d+)/.exec(row)?.[1];
		if (file !== undefined) {
			found = [];
			files.set(file, found);
		} else if (start !== undefined) {
			line = Number(start);
		} else if (row.startsWith('+') && !row.startsWith('+++ ')) {
			found.push(line - 1, line);
		} else {
			found.push(...(row.startsWith('-') ? [line] : []));
			line++;
		}
	}
	return files;
}

function unfoldedOf({ locations = [] }: IssueResult): LocatedPlace[] {
	return locations.filter(({ lessLikely }) => lessLikely !== true);
}

function hasAll(names: readonly string[], { functions }: Gold): boolean {
	return functions.every(name => names.includes(name));
}

/** In the form of a ranking. */
function nameOf({ file, class: owner, method }: LocatedPlace): string {
	return `${file}:${[owner, method].filter(part => part !== undefined).join('.')}`;
}

function nMarked({ focus = [] }: LocatedPlace): number {
	return focus.flatMap(linesOf).length;
}

function linesOf({ startLine, endLine }: LineRange): number[] {
	return Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at);
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
