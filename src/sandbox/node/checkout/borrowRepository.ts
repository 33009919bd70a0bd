import { statSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { askGit, runGit } from '../../../history/node/git/git';
import { realPath } from '../../../system/node/files/realPath';

/** The objects of the user's repository, which are only read. */
export interface BorrowedObjects {
	/** `sha1` or `sha256`. */
	readonly format: string;
	/** By absolute path. */
	readonly folders: readonly string[];
	/** Id of the current one; '' before the first. */
	readonly commit: string;
}

/**
 * Creates a repository for a copy of another one's files: the same commit, current branch, branches and tags, and the
 * same index. Its objects are read from the other one; all else is separate. So unlike in a `git worktree`, which
 * shares them, nothing that runs there can touch the user's branches, stash or settings, and their `.git` contains no
 * trace of the copy.
 */
export async function borrowRepository(source: string, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const format = await objectFormat(source);
	const init = ['init', '--quiet', '--template=', ...(format === '' ? [] : [`--object-format=${format}`])];
	await runGit(folder, init, { tree: source });
	const own = join(folder, '.git');
	await writeInside(join(own, 'objects', 'info', 'alternates'), `${await pathIn(source, 'objects')}\n`);
	for (const name of ['shallow', 'info/exclude']) {
		await copyIfThere(await pathIn(source, name), join(own, name));
	}
	const refs = await runGit(source, ['for-each-ref', '--format=%(objectname) %(refname)', ...refKinds]);
	await writeInside(join(own, 'packed-refs'), refs);
	await writeInside(join(own, 'HEAD'), await headOf(source));
	await runGit(folder, ['config', 'gc.auto', '0'], { tree: source });
	const input = await runGit(source, ['ls-files', '-z', '--stage']);
	await runGit(folder, ['update-index', '-z', '--index-info'], { input, tree: source });
}

/** Returns '' if git is too old to know several. */
function objectFormat(source: string): Promise<string> {
	return answerOf(source, ['rev-parse', '--show-object-format']);
}

/**
 * Returns the folders of a repository's objects: its own, and the ones it reads from other repositories. A repository
 * may name any folder, such as the one with the user's keys: only folders with git's usual name count.
 */
export async function objectsOf(source: string): Promise<BorrowedObjects> {
	const own = await pathIn(source, 'objects');
	const others = await readFile(join(own, 'info', 'alternates'), 'utf8').catch(() => '');
	const named = others.split('\n').flatMap(path => (path.trim() === '' ? [] : resolve(own, path.trim())));
	const folders = [own, ...named].filter(path => basename(realPath(path)) === 'objects');
	const commit = await answerOf(source, ['rev-parse', '--quiet', '--verify', 'HEAD']);
	return { format: (await objectFormat(source)) || 'sha1', folders, commit };
}

/** Not the stash. */
const refKinds = ['refs/heads', 'refs/tags', 'refs/remotes'];

/** On a branch, on a commit, or before the first one. */
async function headOf(source: string): Promise<string> {
	const branch = await answerOf(source, ['symbolic-ref', '--quiet', 'HEAD']);
	return branch === '' ? `${await answerOf(source, ['rev-parse', 'HEAD'])}\n` : `ref: ${branch}\n`;
}

/** The location of a file of a repository, whatever the kind of working tree. */
async function pathIn(source: string, name: string): Promise<string> {
	return resolve(source, await answerOf(source, ['rev-parse', '--git-path', name]));
}

/** Returns '' if git gives no answer. */
async function answerOf(source: string, args: readonly string[]): Promise<string> {
	const { stdout, exitCode } = await askGit(source, args);
	return exitCode === 0 ? stdout.toString('utf8').trim() : '';
}

async function writeInside(file: string, content: string | Buffer): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, content);
}

async function copyIfThere(from: string, to: string): Promise<void> {
	// A pipe would block.
	if (statSync(from, { throwIfNoEntry: false })?.isFile()) {
		await mkdir(dirname(to), { recursive: true });
		await copyFile(from, to);
	}
}
