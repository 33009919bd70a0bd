import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import { walkFolder } from '../../../code/node/listing/folderWalk';
import { askGit, entriesOf, type GitOptions, runGit } from '../../../history/node/git/git';
import type { SourceTree } from './sourceTree';

export interface ListedFile {
	/** In the tree, with forward slashes. */
	readonly path: string;
	/** Id of the git object with the last added content, if any. The file itself may have changed since. */
	readonly blob?: string;
}

/**
 * Every file of a tree that is not ignored, in a repository according to git. Files in its submodules, and in
 * repositories inside it that it does not know, are included.
 */
export async function listTree({ dir, isRepository }: SourceTree): Promise<ListedFile[]> {
	return isRepository ? listRepository(dir, '') : listFolder(dir);
}

/** Untracked files that are not ignored; `args` may select another repository than the folder's. */
export async function listUntracked(
	dir: string,
	args: readonly string[] = [],
	options: GitOptions = {},
): Promise<string[]> {
	const listing = ['ls-files', '-z', '--others', '--exclude-standard'];
	return entriesOf(await runGit(dir, [...(await withoutPipe(dir, options)), ...args, ...listing], options));
}

/** Git waits forever if it would read its ignore patterns from a pipe. */
async function withoutPipe(dir: string, options: GitOptions): Promise<readonly string[]> {
	const { stdout, exitCode } = await askGit(dir, ['config', '--type=path', '--get', 'core.excludesFile'], options);
	const path = stdout.toString('utf8').trimEnd();
	const found = exitCode === 0 ? await stat(resolve(dir, path)).catch(() => undefined) : undefined;
	return found === undefined || found.isFile() ? [] : ['-c', 'core.excludesFile='];
}

export function listFolder(dir: string): ListedFile[] {
	const paths = [...walkFolder(dir, [])].flatMap(({ files }) => files.map(({ path }) => path));
	return paths.map(path => ({ path }));
}

async function listRepository(dir: string, prefix: string): Promise<ListedFile[]> {
	const tracked = new Map<string, string>();
	const inner: string[] = [];
	for (const entry of entriesOf(await runGit(dir, ['ls-files', '-z', '--stage']))) {
		const [, mode = '', blob = '', path = ''] = /^(\d+) ([0-9a-f]+) \d\t(.*)$/s.exec(entry) ?? [];
		if (mode === submoduleMode) {
			inner.push(path);
		} else {
			tracked.set(path, blob);
		}
	}
	const untracked = await listUntracked(dir);
	inner.push(...untracked.filter(path => path.endsWith('/')).map(path => path.slice(0, -1)));
	const innerFiles: ListedFile[] = [];
	for (const path of inner) {
		innerFiles.push(...(await listInner(join(dir, path), posix.join(prefix, path))));
	}
	return [
		...[...tracked].map(([path, blob]) => ({ path: posix.join(prefix, path), ...(prefix === '' && { blob }) })),
		...untracked.filter(path => !path.endsWith('/')).map(path => ({ path: posix.join(prefix, path) })),
		...innerFiles,
	];
}

const submoduleMode = '160000';

/** A submodule that was never fetched is an empty folder. */
async function listInner(dir: string, prefix: string): Promise<ListedFile[]> {
	const isThere = existsSync(join(dir, '.git')) && (await askGit(dir, ['rev-parse', '--git-dir'])).exitCode === 0;
	return isThere ? listRepository(dir, prefix) : [];
}
