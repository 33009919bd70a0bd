import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { askGit } from '../../history/node/git/git';
import { findRepository, requireCommit, requireGit, textOf } from '../../history/node/git/repository';
import { printDiff } from '../../runs/pure/diff/printDiff';
import { withLineEnds } from '../../runs/pure/diff/withLineEnds';
import type { LeftOutFile, PatchedFile } from '../../runs/pure/model/patch';
import { readRegularFile } from '../../system/node/files/regularFile';
import { UserError } from '../../system/pure/errors/userError';
import { compareText } from '../../system/pure/text/compareText';
import { counted } from '../../system/pure/text/counted';
import { decodeText } from '../../system/pure/text/decodeText';
import type { TreeChanges } from '../pure/acceptance/recordChanges';
import { changedEntries, kindOf, mostBytes, type OldFile } from './changedEntries';

/** More are not decided one by one. */
const mostFiles = 300;

/** The files of the user, as the review reads them. */
export interface TreeTexts {
	/** The path in the workspace of a path in the folder. */
	pathOf(path: string): string;
	/** With unsaved edits and `\n` line ends; undefined if there is no file. */
	now(path: string): Promise<string | undefined>;
	/** Bytes in the encoding that the file has. */
	decode(path: string, bytes: Uint8Array): Promise<string>;
}

/**
 * The changes of the files in a folder since a commit, a branch, a tag or a stash; new files that git does not ignore are
 * among them. No filter and no hook of the repository is run, and nothing is written. Throws `UserError`.
 */
export async function treeChanges(folder: string, revision: string, texts: TreeTexts): Promise<TreeChanges> {
	requireCommit(await findRepository(folder), folder);
	const commit = await commitOf(folder, revision);
	const entries = [...(await changedEntries(folder, commit))].filter(([path, old]) => !isSame(folder, path, old));
	if (entries.length > mostFiles) {
		throw new UserError(
			`${counted(entries.length, 'file')} changed since ${revision}, more than the ${mostFiles} that can be reviewed: choose a nearer commit.`,
		);
	}
	const files: PatchedFile[] = [];
	const leftOut: LeftOutFile[] = [];
	for (const [path, old] of entries.sort(([a], [b]) => compareText(a, b))) {
		const what = kindOf(folder, path, old);
		const file = what === undefined ? await changedFile(folder, { path, old }, texts) : undefined;
		if (file === 'binary' || what !== undefined) {
			leftOut.push({ path: texts.pathOf(path), what: what ?? 'binary' });
		} else if (file !== undefined) {
			files.push(file);
		}
	}
	const subject = textOf(
		await requireGit(folder, ['log', '-1', '--no-show-signature', '--format=%h %s', commit, '--']),
	);
	return { files, leftOut, diff: printDiff(files.map(plain)), revision, since: subject };
}

/** A revision that a review may begin at. */
export interface Revision {
	/** As git takes it: `HEAD~2`, `stash@{0}`. */
	readonly name: string;
	readonly subject: string;
	readonly when: string;
}

/** The newest commits of the branch, newest first, and after them the stashes. */
export async function revisionsOf(folder: string): Promise<readonly Revision[]> {
	const format = '--format=%h%x00%s%x00%cr';
	const read = (text: string, nameOf: (hash: string, at: number) => string) =>
		text
			.split('\n')
			.filter(Boolean)
			.map((line, at) => {
				const [hash = '', subject = '', when = ''] = line.split('\0');
				return { name: nameOf(hash, at), subject, when };
			});
	const log = ['log', '-20', '--no-show-signature', format, 'HEAD', '--'];
	const commits = read(textOf(await requireGit(folder, log)), hash => hash);
	const stashes = await askGit(folder, ['stash', 'list', '-20', format]);
	return [...commits, ...read(textOf(stashes.stdout), (_, at) => `stash@{${at}}`)];
}

/** Undefined if only its mode or its line ends differ. */
async function changedFile(
	folder: string,
	{ path, old }: { readonly path: string; readonly old: OldFile | undefined },
	texts: TreeTexts,
): Promise<PatchedFile | 'binary' | undefined> {
	const bytes = old && (await requireGit(folder, ['cat-file', 'blob', old.id]));
	if (bytes !== undefined && (bytes.length > mostBytes || decodeText(bytes) === undefined)) {
		return 'binary';
	}
	const named = texts.pathOf(path);
	const after = await texts.now(named);
	const text = bytes && (await texts.decode(named, bytes));
	if (after?.includes('\0')) {
		return 'binary';
	}
	if (after === undefined) {
		// A file that is restored gets its mark back.
		const mark = bytes !== undefined && byteOrderMark.every((byte, at) => bytes[at] === byte) ? '\ufeff' : '';
		return text === undefined ? undefined : { path: named, before: mark + text };
	}
	const before = text && withLineEnds(text, '\n');
	return before === after ? undefined : { path: named, ...(before !== undefined && { before }), after };
}

/** Whether a file has the bytes that it had: git does not look at one that its index does not list. */
function isSame(folder: string, path: string, old: OldFile | undefined): boolean {
	if (old === undefined || kindOf(folder, path, old) !== undefined || !existsSync(join(folder, path))) {
		return false;
	}
	const bytes = readRegularFile(join(folder, path));
	const hash = createHash(old.id.length === 40 ? 'sha1' : 'sha256');
	return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === old.id;
}

const byteOrderMark = [0xef, 0xbb, 0xbf];

function plain({ before, ...file }: PatchedFile): PatchedFile {
	return { ...file, ...(before !== undefined && { before: withLineEnds(before, '\n') }) };
}

async function commitOf(folder: string, revision: string): Promise<string> {
	const { stdout, exitCode } = await askGit(folder, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
	if (exitCode !== 0 || revision.startsWith('-')) {
		throw new UserError(`${revision} is no commit of this repository.`);
	}
	return textOf(stdout);
}
