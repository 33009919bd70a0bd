import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { askGit } from '../../../history/node/git/git';
import { isWithin } from '../../../system/node/files/isWithin';
import { namedRoots, type RootFolder } from '../../../system/node/files/rootFolder';
import { UserError } from '../../../system/pure/errors/userError';
import type { Log } from '../../../system/pure/log';

/**
 * The tree that is copied as a whole: the repository around a workspace folder, or the folder itself if there is none.
 */
export interface SourceTree {
	/** Absolute, without symbolic links. */
	readonly dir: string;
	readonly isRepository: boolean;
	/** The workspace folders in it: their names in workspace paths, and their paths in the tree, '' or `backend/api`. */
	readonly roots: readonly { readonly name: string; readonly path: string }[];
}

/** Workspace folders of one repository share a tree, and so do folders inside each other. */
export async function sourceTrees(roots: readonly RootFolder[], log: Log): Promise<SourceTree[]> {
	const found: { name: string; dir: string; repository: string | undefined }[] = [];
	for (const { name, dir } of namedRoots(roots)) {
		const real = realpathSync.native(dir);
		found.push({ name, dir: real, repository: await repositoryOf(real, log) });
	}
	const plain = found.filter(({ repository }) => repository === undefined).map(({ dir }) => dir);
	const trees = new Map<string, SourceTree>();
	for (const { name, dir, repository } of found) {
		const top = repository ?? plain.reduce((outer, other) => (isWithin(outer, other) ? other : outer), dir);
		const path = relative(top, dir).split(sep).join('/');
		const others = trees.get(top)?.roots ?? [];
		trees.set(top, { dir: top, isRepository: repository !== undefined, roots: [...others, { name, path }] });
	}
	return [...trees.values()];
}

/**
 * The top of the repository that tracks a folder; undefined if there is none around it, or the folder is ignored.
 * Throws `UserError` if the repository names another folder as its working tree.
 */
async function repositoryOf(dir: string, log: Log): Promise<string | undefined> {
	const top = await askGit(dir, ['rev-parse', '--show-toplevel']);
	if (top.exitCode !== 0) {
		if (hasRepository(dir)) {
			log.warn(`${dir} is copied without its repository, as git cannot read it: ${top.stderr}`);
		}
		return undefined;
	}
	const path = realpathSync.native(top.stdout.toString('utf8').replace(/\r?\n$/, ''));
	if (!isWithin(dir, path)) {
		throw new UserError(
			`${dir} is not in the working tree of its repository, which is ${path}: remove core.worktree from .git/config.`,
		);
	}
	const ignored = path === dir ? undefined : await askGit(path, ['check-ignore', '-q', relative(path, dir)]);
	return ignored?.exitCode === 0 ? undefined : path;
}

function hasRepository(dir: string): boolean {
	return existsSync(join(dir, '.git')) || (dirname(dir) !== dir && hasRepository(dirname(dir)));
}
