import { askGit } from '../../history/node/git/git';
import { requireGit, settingOf, textOf } from '../../history/node/git/repository';
import type { Delivery } from '../../runs/pure/events/delivery';
import { UserError } from '../../system/pure/errors/userError';
import { requireBranchName } from '../pure/delivery/branchName';
import type { FileChange } from './acceptedFiles';
import { withTree } from './privateTree';

/** A commit to be made. */
export interface NewCommit {
	/** Root of the repository. */
	readonly root: string;
	/** Id of its parent. */
	readonly base: string;
	readonly branch: string;
	readonly message: string;
	readonly changes: readonly FileChange[];
}

/**
 * Makes a commit on a new branch, and nothing else: the branch, the index, the files and the stash of the user stay as
 * they are. Hooks of the repository are not run, and the commit is not signed, as both would run programs that the
 * repository names. Throws `UserError`, before anything is made, if the user has no name for git, or the branch exists.
 */
export async function commitOnBranch({ root, base, branch, message, changes }: NewCommit): Promise<Delivery> {
	requireBranchName(branch);
	requireChanges(changes);
	if (await branchHead(root, branch)) {
		throw new UserError(`There is a branch ${branch} already: choose another name.`);
	}
	await requireIdentity(root);
	return withTree({ root, base, changes, isKept: true }, async ({ tree }) => {
		const encoding = ['-c', 'i18n.commitEncoding=utf-8'];
		const commit = textOf(
			await requireGit(root, [...encoding, 'commit-tree', '--no-gpg-sign', '-p', base, '-F', '-', tree], {
				input: Buffer.from(message),
			}),
		);
		// Without an old value it is only created, even if another program creates it at this moment.
		const created = ['update-ref', '-m', 'faultline: accepted changes', `refs/heads/${branch}`, commit, ''];
		const { exitCode, stderr } = await askGit(root, created);
		if (exitCode !== 0) {
			throw new UserError(`The branch ${branch} cannot be created; choose another name. ${stderr}`);
		}
		return { branch, commit, base, tree };
	});
}

/** Id of the tree that these changes would make. Writes nothing to the repository. */
export async function treeOf({ root, base, changes }: Pick<NewCommit, 'root' | 'base' | 'changes'>): Promise<string> {
	return withTree({ root, base, changes, isKept: false }, async ({ tree }) => tree);
}

/** Throws `UserError` if there is nothing to deliver. */
export function requireChanges(changes: readonly FileChange[]): void {
	if (changes.length === 0) {
		throw new UserError(
			'Nothing is left to hand on: the commit has what was accepted already, or your files have it no longer.',
		);
	}
}

/** Id of the newest commit of a branch; undefined if there is no such branch. */
export async function branchHead(root: string, branch: string): Promise<string | undefined> {
	const { stdout, exitCode } = await askGit(root, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
	return exitCode === 0 ? textOf(stdout) : undefined;
}

/** The names of all branches, remote branches without the name of the remote. */
export async function branchNames(root: string): Promise<readonly string[]> {
	const listed = await requireGit(root, ['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes']);
	return textOf(listed)
		.split('\n')
		.map(name => name.replace(/^refs\/(?:heads|remotes\/[^/]{1,200})\//, ''));
}

/** Whether the user's commits are signed, which these are not. */
export async function signsCommits(root: string): Promise<boolean> {
	return (await settingOf(root, '--type=bool', '--get', 'commit.gpgSign')) === 'true';
}

async function requireIdentity(root: string): Promise<void> {
	const { exitCode } = await askGit(root, ['-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT']);
	if (exitCode !== 0) {
		throw new UserError(
			'git does not know who you are: set git config --global user.name and user.email, then try again.',
		);
	}
}
