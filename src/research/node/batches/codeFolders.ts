import { existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { markBorrowed } from '../../../history/node/git/borrowedObjects';
import { type GitOptions, runGit } from '../../../history/node/git/git';
import { removeFolder } from '../../../sandbox/node/checkout/removeFolder';
import { UserError } from '../../../system/pure/errors/userError';
import type { CommittedCode, Instance } from './instances';

/**
 * The code of instances, one after the other: a folder as it is, or a working tree that is moved from commit to commit.
 * The tree is a repository of its own that reads the objects of the clone, which is never changed.
 */
export class CodeFolders {
	private repo: string | undefined;

	/** `scratch`: a folder for the working tree; `clones`: see `cloneOf`. */
	constructor(
		private readonly scratch: string,
		private readonly clones: string | undefined,
	) {}

	/** Absolute path; earlier folders are gone. Throws `UserError` if there is no such code. */
	async open({ code }: Instance): Promise<string> {
		if ('folder' in code) {
			requireFolder(code.folder);
			return code.folder;
		}
		const clone = cloneOf(this.clones, code.repo);
		const tree = join(this.scratch, basename(code.repo));
		if (this.repo !== code.repo) {
			await removeFolder(this.scratch);
			await mkdir(tree, { recursive: true });
			await borrow(clone, tree);
			this.repo = code.repo;
		}
		await moveTo(tree, clone, code);
		return tree;
	}
}

/**
 * The clone of `owner/name` in a folder: `owner__name` or `owner/name`, with or without a working tree. Throws
 * `UserError` if there is none.
 */
export function cloneOf(clones: string | undefined, repo: string): string {
	if (clones === undefined) {
		throw new UserError(
			`The code of ${repo} is needed: give the folder with its clone with --repositories (eval: --repos).`,
		);
	}
	const folder = [repo.replaceAll('/', '__'), repo].map(name => resolve(clones, name)).find(gitFolderIn);
	if (folder === undefined) {
		const name = repo.replaceAll('/', '__');
		throw new UserError(`There is no clone of ${repo} in ${clones}: clone it there as ${name}, with its history.`);
	}
	return folder;
}

function gitFolderIn(folder: string): string | undefined {
	return [join(folder, '.git'), folder].find(each => existsSync(join(each, 'HEAD')) || statFile(each));
}

/** In a linked working tree, `.git` is a file. */
function statFile(path: string): boolean {
	return basename(path) === '.git' && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function requireFolder(folder: string): void {
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
		throw new UserError(`There is no folder ${folder}.`);
	}
}

/** The hash of a commit. Throws `UserError` if the clone does not contain it. */
export async function commitIn(clone: string, { repo, commit }: CommittedCode): Promise<string> {
	const name = ['rev-parse', '--quiet', '--verify', '--end-of-options', `${commit}^{commit}`];
	const id = (await runGit(clone, name).catch(() => undefined))?.toString('utf8').trim();
	if (id === undefined) {
		throw new UserError(`The clone of ${repo} does not contain commit ${commit}: fetch it.`);
	}
	return id;
}

async function borrow(clone: string, tree: string): Promise<void> {
	const objects = await answerOf(clone, ['rev-parse', '--git-path', 'objects']);
	const format = await answerOf(clone, ['rev-parse', '--show-object-format']);
	await runGit(tree, ['init', '--quiet', '--template=', `--object-format=${format}`], { tree: clone });
	const info = join(tree, '.git', 'objects', 'info');
	await mkdir(info, { recursive: true });
	await writeFile(join(info, 'alternates'), `${resolve(clone, objects)}\n`);
	markBorrowed(join(tree, '.git'));
}

/** Checks out the commit, so that the files are exactly the commit's. */
async function moveTo(tree: string, clone: string, code: CommittedCode): Promise<void> {
	const options: GitOptions = { tree: clone };
	const id = await commitIn(clone, code);
	await runGit(tree, ['read-tree', '--reset', '-u', id], options);
	await runGit(tree, ['clean', '-ffdxq'], options);
	await runGit(tree, ['update-ref', '--no-deref', 'HEAD', id], options);
}

async function answerOf(clone: string, args: readonly string[]): Promise<string> {
	return (await runGit(clone, args)).toString('utf8').trim();
}
