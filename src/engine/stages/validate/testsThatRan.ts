import { hunksBetween } from '../../../runs/pure/diff/hunksBetween';
import type { PatchedFile } from '../../../runs/pure/model/patch';
import type { Spectrum } from '../../../runs/pure/model/testing/spectrum';

/**
 * The passing tests that executed code a patch changes in a file, by their names in the spectrum, each with how many of
 * the changed lines it executed: 0 for one that executed only other lines of a changed function.
 */
export function testsThatRan(
	{ passing, suspects }: Spectrum,
	{ path, before, after = '' }: PatchedFile,
): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	if (passing === undefined || before === undefined) {
		return counts;
	}
	const changed = changedLines(before, after);
	const functions = suspects.filter(each => each.file === path && changed.some(line => contains(each, line, line)));
	for (const range of passing.lines.filter(({ file }) => file === path)) {
		const nLines = changed.filter(line => contains(range, line, line)).length;
		if (nLines > 0 || functions.some(each => contains(each, range.startLine, range.endLine))) {
			for (const name of range.tests.flatMap(test => passing.names[test] ?? [])) {
				counts.set(name, (counts.get(name) ?? 0) + nLines);
			}
		}
	}
	return counts;
}

/** Lines of the text before, from 1. If lines are only added, the lines around them. */
function changedLines(before: string, after: string): readonly number[] {
	return hunksBetween(before, after).flatMap(({ baseline: { startLine, nLines } }) =>
		nLines === 0 ? [startLine - 1, startLine] : Array.from({ length: nLines }, (_, at) => startLine + at),
	);
}

interface Range {
	readonly startLine: number;
	readonly endLine: number;
}

function contains({ startLine, endLine }: Range, first: number, last: number): boolean {
	return startLine <= first && last <= endLine;
}
