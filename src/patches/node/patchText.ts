import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askGit } from '../../history/node/git/git';
import { requireGit, textOf } from '../../history/node/git/repository';
import type { FileChange } from './acceptedFiles';
import { requireChanges } from './commitOnBranch';
import { type PrivateTree, withTree } from './privateTree';

export interface PatchTextOptions {
	/** Root of the repository; undefined if there is none. */
	readonly root: string | undefined;
	/** The commit that the changes were made for; undefined: for the files on disk. */
	readonly base: string | undefined;
	/** The commit message: with it, the patch is a mail that `git am` reads, if git knows the user. */
	readonly message?: string;
}

/**
 * The changes as `git apply`, `git am` (with `--keep-cr` for Windows line ends) and `patch -p1` read them, in the bytes
 * of the files. Writes nothing to the repository. Throws `UserError` if there are none.
 */
export async function patchText(changes: readonly FileChange[], options: PatchTextOptions): Promise<Buffer> {
	requireChanges(changes);
	const { root, base, message } = options;
	if (root !== undefined && base !== undefined) {
		return diffFrom(root, base, changes, message);
	}
	// Only git knows how to write every name and every content.
	const folder = await mkdtemp(join(tmpdir(), 'faultline-'));
	try {
		await requireGit(folder, ['init', '--quiet', '--bare', '--template=']);
		const old = changes.flatMap(each => (each.before === undefined ? [] : [{ ...each, after: each.before }]));
		const tree = await withTree({ root: folder, base: undefined, changes: old, isKept: true }, async made => made.tree);
		return await diffFrom(folder, tree, changes, undefined);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const diffing = [
	...['-c', 'core.quotePath=false', 'diff-tree', '-r', '--patch', '--full-index', '--binary', '--no-renames'],
	...['--no-ext-diff', '--no-textconv', '--no-color', '--src-prefix=a/', '--dst-prefix=b/', '--unified=3'],
];

function diffFrom(
	root: string,
	base: string,
	changes: readonly FileChange[],
	message: string | undefined,
): Promise<Buffer> {
	return withTree({ root, base, changes, isKept: false }, async made => {
		const commit = message === undefined ? undefined : await mailCommit(root, base, made, message);
		const { env } = made;
		return commit === undefined
			? requireGit(root, [...diffing, base, made.tree], { env })
			: requireGit(root, [...diffing, '--pretty=email', '--stat', commit], { env });
	});
}

/** Undefined if git does not know the user: a mail has a sender. */
async function mailCommit(root: string, base: string, { tree, env }: PrivateTree, message: string) {
	const making = ['-c', 'user.useConfigOnly=true', '-c', 'i18n.commitEncoding=utf-8', 'commit-tree', '--no-gpg-sign'];
	const { stdout, exitCode } = await askGit(root, [...making, '-p', base, '-F', '-', tree], {
		env,
		input: Buffer.from(message),
	});
	return exitCode === 0 ? textOf(stdout) : undefined;
}
