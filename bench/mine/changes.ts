import type { TextChange } from '../../src/research/pure/eval/goldOfPatch';
import { type HunkSide, hunksBetween } from '../../src/runs/pure/diff/hunksBetween';
import { blobTexts, type Commit, gitOutput } from './commits';

/** A file that a commit changes; a side is undefined where there is no file. */
export interface ChangedPath {
	readonly path: string;
	readonly before: string | undefined;
	readonly after: string | undefined;
}

/** A file that is there before and after, with the lines that are no longer there, and the new ones. */
export interface ChangedFile extends TextChange {
	readonly removed: readonly string[];
	readonly added: readonly string[];
}

/** The paths that each commit changes beside its first parent, with the ids of the blobs, by commit. */
export function changedPaths(gitDir: string, commits: readonly Commit[]): ReadonlyMap<string, readonly ChangedPath[]> {
	const input = commits.map(({ commit, parent }) => `${commit} ${parent}\n`).join('');
	const known = new Set(commits.map(({ commit }) => commit));
	const found = new Map<string, ChangedPath[]>();
	let paths: ChangedPath[] = [];
	for (const line of gitOutput(gitDir, [...diffTree, '--stdin', '--raw', '--no-abbrev'], input)
		.toString()
		.split('\n')) {
		if (known.has(line)) {
			paths = [];
			found.set(line, paths);
		} else {
			paths.push(...changedPath(line));
		}
	}
	return found;
}

function changedPath(line: string): ChangedPath[] {
	const match = /^:(\d+) (\d+) (\w+) (\w+) [A-Z]\d*\t(.*)$/.exec(line);
	if (match === null) {
		return [];
	}
	const [, modeBefore = '', modeAfter = '', before = '', after = '', path = ''] = match;
	return [{ path, before: regular(modeBefore, before), after: regular(modeAfter, after) }];
}

/** The id of a blob that is a regular file: no link and no other repository. */
function regular(mode: string, id: string): string | undefined {
	return mode.startsWith('100') ? id : undefined;
}

/**
 * The lines that commits change in some of their files, by commit. Files that are only on one side, or larger than the limit,
 * are left out.
 */
export function changedFiles(
	gitDir: string,
	changes: readonly { readonly commit: Commit; readonly paths: readonly ChangedPath[] }[],
	limitBytes: number,
): ReadonlyMap<string, readonly ChangedFile[]> {
	const ids = changes.flatMap(({ paths }) => paths.flatMap(({ before = [], after = [] }) => [before, after].flat()));
	const texts = blobTexts(gitDir, ids, limitBytes);
	return new Map(
		changes.map(({ commit, paths }) => {
			const files = paths.flatMap(({ path, before = '', after = '' }) => {
				const [old, now] = [texts.get(before), texts.get(after)];
				return old === undefined || now === undefined ? [] : [{ path, before: old, after: now }];
			});
			return [commit.commit, files.map(file => ({ ...file, ...changedLines(file) }))];
		}),
	);
}

function changedLines({ before, after }: TextChange): Pick<ChangedFile, 'removed' | 'added'> {
	const hunks = hunksBetween(before, after);
	const linesOf = ({ nLines, text }: HunkSide) => text.split('\n').slice(0, nLines);
	return {
		removed: hunks.flatMap(({ baseline }) => linesOf(baseline)),
		added: hunks.flatMap(({ current }) => linesOf(current)),
	};
}

const diffTree = ['diff-tree', '-r', '--no-renames', '--no-color'];
