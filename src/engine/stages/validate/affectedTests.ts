import type { Workspace } from '../../../history/pure/workspace';
import { hunksBetween } from '../../../runs/pure/diff/hunksBetween';
import type { PatchedFile } from '../../../runs/pure/model/patch';
import type { Spectrum } from '../../../runs/pure/model/testing/spectrum';
import { nearestTests } from '../../../testing/pure/nearest/nearestTests';
import { testsThatRan } from './testsThatRan';

/** The tests that a patch probably affects. */
export interface AffectedTests {
	/** Tests that executed the changed code, as the spectrum names them: those with the most changed lines first. */
	readonly ran: readonly string[];
	/** Paths of the test files that are nearest to the changes, best first. */
	readonly files: readonly string[];
}

export interface KnownOfTests {
	readonly spectrum?: Spectrum | undefined;
	/** Its text: tests of the same subject have its words. */
	readonly issue?: string;
}

/** So many files of tests are near to a patch at most. */
const mostFiles = 12;

/** The tests that a patch of these files probably affects. */
export async function affectedTests(
	workspace: Workspace,
	changed: readonly PatchedFile[],
	{ spectrum, issue }: KnownOfTests,
): Promise<AffectedTests> {
	const counts = new Map<string, number>();
	for (const file of changed) {
		for (const [test, nLines] of spectrum === undefined ? [] : testsThatRan(spectrum, file)) {
			counts.set(test, (counts.get(test) ?? 0) + nLines);
		}
	}
	const ran = [...counts].sort(([, a], [, b]) => b - a).map(([test]) => test);
	const places = changed.map(file => ({ path: file.path, names: changedNames(workspace, file) }));
	const near = await nearestTests(
		workspace,
		{ places, ...(issue !== undefined && { text: issue }) },
		{ most: mostFiles },
	);
	return { ran, files: near.map(({ path }) => path) };
}

/** The names of the functions and classes in which the changes of a file begin. */
function changedNames({ index }: Workspace, { path, before, after = '' }: PatchedFile): readonly string[] {
	const hunks = before === undefined ? [] : hunksBetween(before, after);
	const around = hunks.flatMap(({ baseline }) => index.enclosing(path, baseline.startLine));
	return [...new Set(around.map(({ name }) => name))];
}
