import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../../../system/pure/errors/userError';
import { askGit, entriesOf, type GitOptions } from './git';

/** The repository that contains a folder of the workspace. */
export interface Repository {
	/** Absolute path of the root of its files. */
	readonly root: string;
	/** The folder in it: '' or `packages/a/`. */
	readonly prefix: string;
	/** Id of the commit that the user's files are based on; undefined before the first commit. */
	readonly head: string | undefined;
}

/**
 * Undefined if the folder is in no repository. Throws `UserError` if git is missing, does not trust the repository, or
 * it has no files of its own (bare).
 */
export async function findRepository(folder: string): Promise<Repository | undefined> {
	const { stdout, stderr, exitCode } = await askGit(folder, ['rev-parse', '--show-toplevel', '--show-prefix']);
	if (exitCode !== 0) {
		if (/not a git repository/i.test(stderr)) {
			return undefined;
		}
		throw new UserError(`The repository of ${folder} cannot be used: ${stderr || 'git could not be run'}`);
	}
	const [root = '', prefix = ''] = stdout.toString('utf8').split('\n');
	const head = await askGit(folder, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
	return { root, prefix, head: head.exitCode === 0 ? textOf(head.stdout) : undefined };
}

/** Throws `UserError`, which states the remedy, if there is nothing to commit to. */
export function requireCommit(
	repository: Repository | undefined,
	folder: string,
): Repository & { readonly head: string } {
	if (repository === undefined) {
		throw new UserError(`${folder} is in no git repository. Save the changes as a .patch instead, or run git init.`);
	}
	const { head } = repository;
	if (head === undefined) {
		throw new UserError(`The repository in ${repository.root} has no commit yet. Make the first one, then try again.`);
	}
	return { ...repository, head };
}

/** Output of a git command; throws `UserError` with git's reason if it fails. */
export async function requireGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
	const { stdout, stderr, exitCode } = await askGit(folder, args, options);
	options.signal?.throwIfAborted();
	if (exitCode !== 0) {
		throw new UserError(`git ${args[0]} failed: ${stderr || 'no reason given'}`);
	}
	return stdout;
}

export function textOf(answer: Buffer): string {
	return answer.toString('utf8').trimEnd();
}

/** The value of a setting in the user's own and the repository's configuration; undefined if it is not set. */
export async function settingOf(folder: string, ...args: readonly string[]): Promise<string | undefined> {
	const { stdout, exitCode } = await askGit(folder, ['config', ...args]);
	return exitCode === 0 ? textOf(stdout) : undefined;
}

/** One file of a commit. */
export interface CommittedFile {
	/** As git writes it: `100644`. */
	readonly mode: string;
	readonly bytes: Buffer;
}

/**
 * A file of a commit; undefined if it has none. Throws `UserError` for a link, and for a path in another repository.
 */
export async function committedFile(root: string, commit: string, path: string): Promise<CommittedFile | undefined> {
	requireOwn(root, path);
	const parts = path.split('/');
	const above = parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join('/'));
	const listing = ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', ...above, path];
	const entries = entriesOf(await requireGit(root, listing)).map(entry => {
		const [, mode = '', id = '', name = ''] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]*)$/.exec(entry) ?? [];
		return { mode, id, name };
	});
	const inner = entries.find(({ mode }) => mode === submodule);
	if (inner !== undefined) {
		throw ofOtherRepository(path, inner.name);
	}
	const found = entries.find(({ name }) => name === path);
	if (found !== undefined && !regular.includes(found.mode)) {
		throw new UserError(`${path} is no regular file in the commit, so its changes cannot be handed on.`);
	}
	return found && { mode: found.mode, bytes: await requireGit(root, ['cat-file', 'blob', found.id]) };
}

const submodule = '160000';
const regular = ['100644', '100755'];

/** Throws `UserError` for a file of a repository inside of this one. */
function requireOwn(root: string, path: string): void {
	for (let folder = dirname(path); folder !== '.' && folder !== '/'; folder = dirname(folder)) {
		if (existsSync(join(root, folder, '.git'))) {
			throw ofOtherRepository(path, folder);
		}
	}
}

function ofOtherRepository(path: string, folder: string): UserError {
	return new UserError(`${path} belongs to another repository, in ${folder}. Open that folder, and fix the bug there.`);
}
