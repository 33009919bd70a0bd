import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { findRepository, requireCommit, requireGit, textOf } from '../../history/node/git/repository';
import { readRegularFile } from '../../system/node/files/regularFile';
import { UserError } from '../../system/pure/errors/userError';
import { grouped } from '../../system/pure/text/counted';
import type { FileChange } from './acceptedFiles';
import { changedEntries, kindOf, linkMode, type OldFile } from './changedEntries';
import { withTree } from './privateTree';

/** More files than that are hardly an edit. */
const mostFiles = 1000;
const mostBytesTogether = 64 * 1024 * 1024;

/** The files of a folder as they were, for `treeChanges`. */
export interface TreeState {
	/** A commit that no branch, tag or other reference names: git deletes it after two weeks. */
	readonly commit: string;
	/** Files that are too large, so that a review leaves them out. */
	readonly nLeftOut: number;
}

/**
 * Remembers the files of a folder as they are now, with new ones that git does not ignore. The repository gets objects, and its index,
 * references and files stay as they are. No filter and no hook runs. Throws `UserError`.
 */
export async function rememberTree(folder: string): Promise<TreeState> {
	const { root, prefix, head } = requireCommit(await findRepository(folder), folder);
	const entries = await changedEntries(folder, head);
	if (entries.size > mostFiles) {
		throw new UserError(
			`The working tree was not remembered: more than ${grouped(mostFiles)} files differ from the last commit. Let git ignore files that are built.`,
		);
	}
	const changes: Pick<FileChange, 'path' | 'mode' | 'after'>[] = [];
	let [nBytes, nLeftOut] = [0, 0];
	for (const [path, old] of entries) {
		const state = stateOf(folder, path, old, mostBytesTogether - nBytes);
		if (state !== undefined) {
			nBytes += state.after?.length ?? 0;
			nLeftOut += Number(state.isLeftOut === true);
			changes.push({ ...state, path: prefix + path });
		}
	}
	if (changes.length === 0) {
		return { commit: head, nLeftOut };
	}
	const made = ['commit-tree', '--no-gpg-sign', '-p', head, '-m', 'Files as Faultline remembered them'];
	return withTree({ root, base: head, changes, isKept: true }, async ({ tree }) => {
		return { commit: textOf(await requireGit(root, [...made, tree], { env: identity })), nLeftOut };
	});
}

interface FileState extends Pick<FileChange, 'mode' | 'after'> {
	readonly isLeftOut?: true;
}

/** What is remembered of a path; undefined: as it is in the commit. */
function stateOf(folder: string, path: string, old: OldFile | undefined, mostBytes: number): FileState | undefined {
	const file = join(folder, path);
	const kind = kindOf(folder, path, old);
	const now = kind?.startsWith('outside') ? undefined : lstatSync(file, { throwIfNoEntry: false });
	if (kind === 'another repository') {
		return undefined;
	}
	if (now === undefined) {
		return old && { mode: old.mode, after: undefined };
	}
	if (now.isSymbolicLink()) {
		return { mode: linkMode, after: readlinkSync(file, { encoding: 'buffer' }) };
	}
	// A file that becomes readable later must not look new: rejecting a new file deletes it.
	return kind === undefined && now.size <= mostBytes
		? { mode: modeOf(now), after: readRegularFile(file) }
		: { mode: linkMode, after: Buffer.from('not remembered'), isLeftOut: true };
}

function modeOf({ mode }: Stats): string {
	return (mode & 0o100) === 0 ? '100644' : '100755';
}

const identity = Object.fromEntries(
	['AUTHOR', 'COMMITTER'].flatMap(who => [
		[`GIT_${who}_NAME`, 'Faultline'],
		[`GIT_${who}_EMAIL`, 'faultline@localhost'],
	]),
);
