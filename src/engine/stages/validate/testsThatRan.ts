import type { PatchedFile } from '../../../runs/pure/model/patch';
import type { Spectrum } from '../../../runs/pure/model/testing/spectrum';
import { changedLines } from './changedLines';

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

interface Range {
	readonly startLine: number;
	readonly endLine: number;
}

function contains({ startLine, endLine }: Range, first: number, last: number): boolean {
	return startLine <= first && last <= endLine;
}
