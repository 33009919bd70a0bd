import type { FileChange } from './fileChanges';
import { hunksBetween } from './hunksBetween';

/** How many lines a change puts in and takes out; what a rename leaves as it is counts as neither. */
export function changedLines({ file, old = file }: FileChange): { nAdded: number; nRemoved: number } {
	const hunks = hunksBetween(old.before ?? '', file.after ?? '');
	return {
		nAdded: hunks.reduce((sum, { current }) => sum + current.nLines, 0),
		nRemoved: hunks.reduce((sum, { baseline }) => sum + baseline.nLines, 0),
	};
}
