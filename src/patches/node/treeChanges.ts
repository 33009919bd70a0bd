import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { askGit, entriesOf } from '../../history/node/git/git';
import { findRepository, requireCommit, requireGit, textOf } from '../../history/node/git/repository';
import { printDiff } from '../../runs/pure/diff/printDiff';
import { withLineEnds } from '../../runs/pure/diff/withLineEnds';
import type { LeftOutFile, PatchedFile } from '../../runs/pure/model/patch';
import { isWithin } from '../../system/node/files/isWithin';
import { realPath } from '../../system/node/files/realPath';
import { UserError } from '../../system/pure/errors/userError';
import { compareText } from '../../system/pure/text/compareText';
import { counted } from '../../system/pure/text/counted';
import { decodeText } from '../../system/pure/text/decodeText';
import type { TreeChanges } from '../pure/acceptance/recordChanges';

/** More are not decided one by one. */
const mostFiles = 300;
const mostBytes = 1024 * 1024;

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
	const entries = await changedEntries(folder, commit);
	if (entries.size > mostFiles) {
		throw new UserError(
			`${counted(entries.size, 'file')} changed since ${revision}, more than the ${mostFiles} that can be reviewed: choose a nearer commit.`,
		);
	}
	const files: PatchedFile[] = [];
	const leftOut: LeftOutFile[] = [];
	for (const [path, old] of [...entries].sort(([a], [b]) => compareText(a, b))) {
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

/** A file of a commit. */
interface OldFile {
	/** As git writes it: `100644`. */
	readonly mode: string;
	/** Of its content. */
	readonly id: string;
}

/** The paths that differ from a commit, below a folder, each once with its file in the commit; undefined for a new file. */
async function changedEntries(folder: string, commit: string): Promise<ReadonlyMap<string, OldFile | undefined>> {
	const diff = ['diff', '-z', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', '--relative', commit, '--'];
	const changed = entriesOf(await requireGit(folder, [...(await withoutFilters(folder)), ...diff]));
	const fresh = entriesOf(await requireGit(folder, ['ls-files', '-z', '--others', '--exclude-standard']));
	const entries = new Map<string, OldFile | undefined>(fresh.map(path => [path, undefined]));
	for (let at = 0; at + 1 < changed.length; at += 2) {
		const [header = '', path = ''] = changed.slice(at, at + 2);
		const [, mode = '', id = ''] = /^:(\d+) \d+ ([0-9a-f]+) /.exec(header) ?? [];
		// A path with a conflict is listed twice, the second time without its file in the commit.
		entries.set(path, /[1-9]/.test(mode) ? { mode, id } : entries.get(path));
	}
	return entries;
}

/** Why a file is left out, as it continues "It is"; undefined for a file with text. */
function kindOf(folder: string, path: string, old: OldFile | undefined): string | undefined {
	if (!isWithin(realPath(join(folder, dirname(path))), realPath(folder))) {
		return 'outside of the folder, through a link';
	}
	const now = lstatSync(join(folder, path), { throwIfNoEntry: false });
	if (old?.mode === '160000' || now?.isDirectory()) {
		return 'another repository';
	}
	if (old?.mode === '120000' || (now !== undefined && !now.isFile())) {
		return 'no regular file';
	}
	return now !== undefined && now.size > mostBytes ? 'larger than 1 MB' : undefined;
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

const byteOrderMark = [0xef, 0xbb, 0xbf];

function plain({ before, ...file }: PatchedFile): PatchedFile {
	return { ...file, ...(before !== undefined && { before: withLineEnds(before, '\n') }) };
}

/** Options with which git runs none of the filters that the configuration names: it reads files that it is unsure of. */
async function withoutFilters(folder: string): Promise<string[]> {
	const { stdout } = await askGit(folder, ['config', '-z', '--name-only', '--get-regexp', '^filter\\..*\\.']);
	const names = entriesOf(stdout).map(key => key.slice(0, key.lastIndexOf('.')));
	return [...new Set(names)].flatMap(name =>
		['clean=', 'process=', 'required=false'].flatMap(setting => ['-c', `${name}.${setting}`]),
	);
}

async function commitOf(folder: string, revision: string): Promise<string> {
	const { stdout, exitCode } = await askGit(folder, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
	if (exitCode !== 0 || revision.startsWith('-')) {
		throw new UserError(`${revision} is no commit of this repository.`);
	}
	return textOf(stdout);
}
