import { hunksBetween } from '../../../runs/pure/diff/hunksBetween';

/** The lines of a text that a change affects, from 1. If lines are only added, the lines around them. */
export function changedLines(before: string, after: string): readonly number[] {
	return hunksBetween(before, after).flatMap(({ baseline: { startLine, nLines } }) =>
		nLines === 0 ? [startLine - 1, startLine] : Array.from({ length: nLines }, (_, at) => startLine + at),
	);
}
