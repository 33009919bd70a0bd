import { blobTexts, type Commit, gitOutput } from './commits';

/** A file that a commit changes; a side is undefined where there is no file. */
export interface ChangedPath {
	readonly path: string;
	readonly before: string | undefined;
	readonly after: string | undefined;
}

/** A file that is there before and after, with the numbers of the lines that are no longer there, and of the new ones. */
export interface ChangedFile {
	readonly path: string;
	readonly before: string;
	readonly after: string;
	readonly removed: readonly number[];
	readonly added: readonly number[];
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
			const lines = linesOf(gitDir, commit, files);
			return [commit.commit, files.flatMap(file => ({ ...file, ...(lines.get(file.path) ?? noLines) }))];
		}),
	);
}

const noLines = { removed: [], added: [] };

/** A snapshot of a repository may lack very large files, so that only the named ones are compared. */
function linesOf(gitDir: string, { commit, parent }: Commit, files: readonly { readonly path: string }[]) {
	const paths = files.map(({ path }) => `:(literal)${path}`);
	const args = ['-p', '-U0', '--no-ext-diff', '--no-textconv', parent, commit, '--', ...paths];
	const patch = paths.length === 0 ? '' : gitOutput(gitDir, [...diffTree, ...args]).toString('utf8');
	return changedLines(patch.split('\n'));
}

const diffTree = ['diff-tree', '-r', '--no-renames', '--no-color', '--diff-algorithm=histogram'];

function changedLines(patch: readonly string[]): Map<string, { readonly removed: number[]; readonly added: number[] }> {
	const files = new Map<string, { removed: number[]; added: number[] }>();
	let lines: { removed: number[]; added: number[] } | undefined;
	for (const row of patch) {
		// Lines of the files begin with a sign, so these are git's own.
		const path = /^diff --git a\/(.+) b\/\1$/.exec(row)?.[1];
		const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(row);
		if (path !== undefined) {
			lines = { removed: [], added: [] };
			files.set(path, lines);
		} else if (hunk !== null) {
			lines?.removed.push(...numbersFrom(hunk[1], hunk[2]));
			lines?.added.push(...numbersFrom(hunk[3], hunk[4]));
		}
	}
	return files;
}

function numbersFrom(start: string | undefined, count = '1'): number[] {
	return Array.from({ length: Number(count) }, (_, at) => Number(start) + at);
}
