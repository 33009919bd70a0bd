import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { askGit, runGit } from './git';

/**
 * Makes a repository for the copy of another one's files: the same commit, branch, branches and tags, the same index. Its
 * objects are read from the other; all else is its own. So unlike in a `git worktree`, which shares them, nothing that
 * runs there can touch the person's branches, stash or settings, and nothing in their `.git` tells of the copy.
 */
export async function borrowRepository(source: string, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const format = await answerOf(source, ['rev-parse', '--show-object-format']);
	await runGit(folder, ['init', '--quiet', '--template=', ...(format === '' ? [] : [`--object-format=${format}`])]);
	const own = join(folder, '.git');
	await writeInside(join(own, 'objects', 'info', 'alternates'), `${await pathIn(source, 'objects')}\n`);
	for (const name of ['shallow', 'info/exclude']) {
		await copyIfThere(await pathIn(source, name), join(own, name));
	}
	const refs = await runGit(source, ['for-each-ref', '--format=%(objectname) %(refname)', ...refKinds]);
	await writeInside(join(own, 'packed-refs'), refs);
	await writeInside(join(own, 'HEAD'), await headOf(source));
	await runGit(folder, ['config', 'gc.auto', '0']);
	await runGit(folder, ['update-index', '-z', '--index-info'], await runGit(source, ['ls-files', '-z', '--stage']));
}

/** Not the stash. */
const refKinds = ['refs/heads', 'refs/tags', 'refs/remotes'];

/** On a branch, on a commit, or before the first one. */
async function headOf(source: string): Promise<string> {
	const branch = await answerOf(source, ['symbolic-ref', '--quiet', 'HEAD']);
	return branch === '' ? `${await answerOf(source, ['rev-parse', 'HEAD'])}\n` : `ref: ${branch}\n`;
}

/** Where a file of a repository lies, whatever kind of working tree it is. */
async function pathIn(source: string, name: string): Promise<string> {
	return resolve(source, await answerOf(source, ['rev-parse', '--git-path', name]));
}

/** '' where git has no answer. */
async function answerOf(source: string, args: readonly string[]): Promise<string> {
	const { stdout, exitCode } = await askGit(source, args);
	return exitCode === 0 ? stdout.toString('utf8').trim() : '';
}

async function writeInside(file: string, content: string | Buffer): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, content);
}

async function copyIfThere(from: string, to: string): Promise<void> {
	if (existsSync(from)) {
		await mkdir(dirname(to), { recursive: true });
		await copyFile(from, to);
	}
}
