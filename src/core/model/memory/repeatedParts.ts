import type { LineRange } from '../symbol';
import type { MemoryEntry, MemoryPart } from './memoryEntry';

/**
 * Marks the parts that others show as well, so that nothing is shown twice: the answer of an equal call, code whose lines
 * other parts show, and a commit that is shown as a whole elsewhere. Of equal ones the first is shown, else the largest.
 */
export function withoutRepeats(entries: readonly MemoryEntry[]): MemoryEntry[] {
	const placed = entries.flatMap(({ call: { tool, args }, parts }) =>
		parts.flatMap((part, at) =>
			part.state === 'closed' ? [] : [{ part, key: JSON.stringify([tool, Object.entries(args), at]) }],
		),
	);
	const shown = shownOnce(placed);
	return entries.map(entry => ({
		...entry,
		parts: entry.parts.map(part =>
			part.state === 'closed' ? part : { ...part, state: shown.has(part) ? 'open' : 'repeated' },
		),
	}));
}

interface PlacedPart {
	readonly part: MemoryPart;
	/** Equal for equal parts of equal calls. */
	readonly key: string;
}

function shownOnce(parts: readonly PlacedPart[]): ReadonlySet<MemoryPart> {
	const known = new Set<string>();
	const ofFile = new Map<string, LineRange[]>();
	const shown = new Set<MemoryPart>();
	for (const { part, key } of [...parts].sort((a, b) => rank(b.part) - rank(a.part))) {
		const { kind, name, place, lines = place === undefined ? [] : [place], isWhole = false } = part;
		const here = ofFile.get(place?.file ?? '') ?? [];
		const isCode = kind === 'code' && lines.length > 0;
		const isRepeated =
			known.has(key) || (kind === 'commit' && known.has(name)) || (isCode && lines.every(each => isIn(each, here)));
		if (isRepeated) {
			continue;
		}
		shown.add(part);
		if (part.shownCharacters === undefined) {
			known.add(kind === 'commit' && isWhole ? name : key);
			known.add(key);
			if (isCode && place !== undefined) {
				ofFile.set(place.file, [...here, ...lines]);
			}
		}
	}
	return shown;
}

/** What shows more comes first: it is never repeated by less. */
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
