import type { PatchedFile } from '../model/patch';
import { hunksBetween } from './hunksBetween';

/** How many lines a change puts in and takes out. */
export function changedLines({ before = '', after = '' }: PatchedFile): { nAdded: number; nRemoved: number } {
	const hunks = hunksBetween(before, after);
	return {
		nAdded: hunks.reduce((sum, { current }) => sum + current.nLines, 0),
		nRemoved: hunks.reduce((sum, { baseline }) => sum + baseline.nLines, 0),
	};
}
