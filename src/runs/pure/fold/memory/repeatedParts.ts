import type { LineRange } from '../../model/symbol';
import type { RunCall } from '../runNode';
import type { MemoryEntry, MemoryPart } from './memoryEntry';

/**
 * Marks the parts that others show as well, so that nothing is shown twice: the answer of an equal call, code whose
 * lines other parts show, and a commit that other parts show equally or completely. Of equal parts the first is shown,
 * else the largest.
 */
export function withoutRepeats(entries: readonly MemoryEntry[]): MemoryEntry[] {
	const placed = entries.flatMap(({ call, parts }, entry) =>
		parts.flatMap((part, at) =>
			part.state === 'closed' ? [] : [{ part, number: entry + 1, key: keyOf(part, call, at) }],
		),
	);
	const repeated = repeatedIn(placed);
	return entries.map(entry => ({
		...entry,
		parts: entry.parts.map(({ shownIn: _before, ...part }, at): MemoryPart => {
			const shownIn = repeated.get(entry.parts[at] ?? part);
			return part.state === 'closed'
				? part
				: { ...part, ...(shownIn === undefined ? { state: 'open' } : { state: 'repeated', shownIn }) };
		}),
	}));
}

/**
 * An equal call may find more than before, as while an index is made: then its parts are others. Different calls show
 * different hunks of a commit, or the same ones.
 */
function keyOf({ kind, name, start, end }: MemoryPart, { tool, args, answer }: RunCall, at: number): string {
	const how = kind === 'commit' ? [answer?.text.slice(start, end)] : [tool, Object.entries(args), at, start, end];
	return JSON.stringify([kind, name, ...how]);
}

interface PlacedPart {
	readonly part: MemoryPart;
	/** Of its result. */
	readonly number: number;
	/** Equal for equal parts of equal calls, and for commits shown equally. */
	readonly key: string;
}

interface ShownLines extends LineRange {
	/** Of their result. */
	readonly number: number;
}

/** The repeated parts, with the results that show them. */
function repeatedIn(parts: readonly PlacedPart[]): ReadonlyMap<MemoryPart, readonly number[]> {
	const known = new Map<string, number>();
	const ofFile = new Map<string, ShownLines[]>();
	const repeated = new Map<MemoryPart, readonly number[]>();
	for (const { part, number, key } of [...parts].sort((a, b) => rank(b.part) - rank(a.part))) {
		const { kind, name, place, lines = place === undefined ? [] : [place], isWhole = false } = part;
		const here = ofFile.get(place?.file ?? '') ?? [];
		const isCode = kind === 'code' && lines.length > 0;
		const same = known.get(key) ?? (kind === 'commit' ? known.get(name) : undefined);
		if (same !== undefined) {
			repeated.set(part, [same]);
			continue;
		}
		if (isCode && lines.every(each => isIn(each, here))) {
			repeated.set(part, numbersOf(here, lines));
			continue;
		}
		if (part.shownCharacters === undefined) {
			known.set(kind === 'commit' && isWhole ? name : key, number);
			known.set(key, number);
			if (isCode && place !== undefined) {
				ofFile.set(place.file, [...here, ...lines.map(({ startLine, endLine }) => ({ startLine, endLine, number }))]);
			}
		}
	}
	return repeated;
}

/** The results that show some of these lines, in order. */
function numbersOf(shown: readonly ShownLines[], lines: readonly LineRange[]): number[] {
	const touching = shown.filter(each =>
		lines.some(({ startLine, endLine }) => each.startLine <= endLine && startLine <= each.endLine),
	);
	return [...new Set(touching.map(({ number }) => number))].sort((a, b) => a - b);
}

/** Parts that show more come first: a smaller part never repeats a larger one. */
function rank({ kind, lines = [], isWhole, shownCharacters, start, end }: MemoryPart): number {
	if (shownCharacters !== undefined) {
		return -1;
	}
	const nLines = lines.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);
	return kind === 'code' ? nLines : kind === 'commit' && isWhole ? end - start : 0;
}

/** Whether some ranges, which may touch and overlap, have all lines of another. */
function isIn({ startLine, endLine }: LineRange, ranges: readonly LineRange[]): boolean {
	let next = startLine;
	for (const range of [...ranges].sort((a, b) => a.startLine - b.startLine)) {
		if (range.startLine <= next) {
			next = Math.max(next, range.endLine + 1);
		}
	}
	return next > endLine;
}
