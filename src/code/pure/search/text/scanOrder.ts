import type { FileEntry } from '../../../../system/pure/files';
import { isTestFile } from '../isTestFile';
import type { SearchContext } from '../searchContext';

/**
 * Which files are searched, and when: by ascending rank, a whole number from 0; large ones last of their rank, else by
 * path. Undefined: not at all.
 */
export interface ScanOrder {
	(path: string): number | undefined;
	/** How many files are searched, if known. */
	readonly nFiles?: number;
}

const largeBytes = 1024 * 1024;

/** Every text file of the workspace by relevance: code, then other text, then tests. */
export function everywhere({ workspace }: SearchContext): ScanOrder {
	return path => (isTestFile(workspace, path) ? 2 : workspace.languages.of(path) === undefined ? 1 : 0);
}

/** The same order, without other files. */
export function within(order: ScanOrder, has: (path: string) => boolean, nFiles?: number): ScanOrder {
	const ordered: ScanOrder = path => (has(path) ? order(path) : undefined);
	return nFiles === undefined ? ordered : Object.assign(ordered, { nFiles });
}

/** These files, in this order. */
export function inOrderOf(paths: readonly string[]): ScanOrder {
	const ranks = new Map(paths.map((path, at) => [path, at]));
	return path => ranks.get(path);
}

/**
 * Files that are sorted by path, in the order in which they are read. Those before the first one yielded are looked at
 * only.
 */
export function* inOrder(entries: Iterable<FileEntry>, order: ScanOrder): Generator<FileEntry, void, undefined> {
	const later = new Map<number, FileEntry[]>();
	for (const entry of entries) {
		const ordered = order(entry.path);
		if (ordered === undefined) {
			continue;
		}
		// A few generated files may have all grams of a search and be all that may be read for it.
		const rank = ordered + (entry.sizeBytes > largeBytes ? 0.5 : 0);
		if (rank === 0) {
			yield entry;
			continue;
		}
		const equal = later.get(rank);
		equal === undefined ? later.set(rank, [entry]) : equal.push(entry);
	}
	for (const [, equal] of [...later].sort(([a], [b]) => a - b)) {
		yield* equal;
	}
}
