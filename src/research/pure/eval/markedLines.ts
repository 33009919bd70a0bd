import type { BugLocation } from '../../../runs/pure/model/location';
import type { LineRange } from '../../../runs/pure/model/symbol';
import type { Gold } from './gold';
import { changedLines } from './goldLines';

type LocatedPlace = Omit<BugLocation, 'id'>;

/** An issue with its locations and with the developers' fix. */
export interface LocatedIssue {
	readonly locations: readonly LocatedPlace[];
	/** Ranked, best first. */
	readonly functions: readonly string[];
	readonly gold: Gold;
	/** The developers' unified diff. */
	readonly patch: string;
}

/** How many lines are marked, how often they touch the fix, and how many locations are shown unfolded. */
export interface MarkedLines {
	readonly medianMarked: number;
	/** Named locations that are fixed functions and contain lines of the fix, and those whose marked lines touch them. */
	readonly nRight: number;
	readonly nTouching: number;
	/** How many would touch them with as many lines drawn at random from the same function. */
	readonly nTouchingByChance: number;
	readonly medianUnfolded: number;
	/** Issues whose fixed functions are all unfolded, and all among the first 3 of the ranking. */
	readonly nUnfolded: number;
	readonly nInFirst3: number;
}

/** Lines of a fix that are at most this far from a marked line are touched by it. */
const reach = 2;

export function markedLines(issues: readonly LocatedIssue[]): MarkedLines {
	const touches = issues.flatMap(touchesOf);
	const scored = issues.filter(({ gold }) => gold.countsFunctions);
	return {
		medianMarked: median(issues.flatMap(({ locations }) => locations.map(nMarked))),
		nRight: touches.length,
		nTouching: touches.filter(({ isTouched }) => isTouched).length,
		nTouchingByChance: touches.reduce((sum, { expected }) => sum + expected, 0),
		medianUnfolded: median(issues.map(issue => unfoldedOf(issue).length)),
		nUnfolded: scored.filter(issue => hasAll(unfoldedOf(issue).map(nameOf), issue.gold)).length,
		nInFirst3: scored.filter(({ functions, gold }) => hasAll(functions.slice(0, 3), gold)).length,
	};
}

interface Touch {
	readonly isTouched: boolean;
	/** The chance that as many lines, drawn at random from the function, touch the fix. */
	readonly expected: number;
}

/** One for each named location that is a fixed function and contains lines of the fix. */
function touchesOf({ locations, gold, patch }: LocatedIssue): Touch[] {
	const fixed = changedLines(patch);
	const right = locations.filter(place => gold.functions.includes(nameOf(place)));
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

function unfoldedOf({ locations }: LocatedIssue): LocatedPlace[] {
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
