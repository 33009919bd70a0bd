import type { FileChange } from './fileChanges';
import { hunksBetween } from './hunksBetween';

/** The number of lines a change adds and removes. Lines that a rename leaves unchanged count as neither. */
export function changedLines({ file, old = file }: FileChange): { nAdded: number; nRemoved: number } {
	const hunks = hunksBetween(old.before ?? '', file.after ?? '');
	return {
		nAdded: hunks.reduce((sum, { current }) => sum + current.nLines, 0),
		nRemoved: hunks.reduce((sum, { baseline }) => sum + baseline.nLines, 0),
	};
}
