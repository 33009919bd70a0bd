import type { FileChange } from './fileChange';
import { hunksBetween } from './hunksBetween';

/** How many lines a change puts in and takes out. */
export function changedLines({ before = '', after = '' }: FileChange): { nAdded: number; nRemoved: number } {
	const hunks = hunksBetween(before, after);
	return {
		nAdded: hunks.reduce((sum, { current }) => sum + current.nLines, 0),
		nRemoved: hunks.reduce((sum, { baseline }) => sum + baseline.nLines, 0),
	};
}
