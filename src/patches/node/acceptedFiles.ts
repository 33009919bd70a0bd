import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { askGit } from '../../history/node/git/git';
import { type CommittedFile, committedFile, type Repository, settingOf } from '../../history/node/git/repository';
import { fileChanges } from '../../runs/pure/diff/fileChanges';
import { withLineEnds, withLineEndsOf } from '../../runs/pure/diff/withLineEnds';
import type { FileCopies } from '../../runs/pure/log/fileCopies';
import { isWithin } from '../../system/node/files/isWithin';
import { realPath } from '../../system/node/files/realPath';
import { readRegularFile } from '../../system/node/files/regularFile';
import type { RootFolder } from '../../system/node/files/rootFolder';
import { UserError } from '../../system/pure/errors/userError';
import { decodeText } from '../../system/pure/text/decodeText';
import { encodeLike } from '../../system/pure/text/encodeLike';
import type { AcceptedPatches } from '../pure/delivery/acceptedPatches';
import { acceptedText, type TextWrite, withoutAccepted } from '../pure/delivery/acceptedText';

/** One file of a delivery. */
export interface FileChange {
	/** In the repository, else in the workspace folder. */
	readonly path: string;
	/** As git writes it: `100644`. */
	readonly mode: string;
	/** Without the change; undefined for a new file. */
	readonly before: Buffer | undefined;
	/** With it; undefined for a deleted file. */
	readonly after: Buffer | undefined;
	/** The user edited it after it was accepted. */
	readonly isEdited: boolean;
}

/** A file of the workspace that has accepted changes. */
export interface TouchedFile {
	/** On disk, in the folder of the workspace. */
	readonly path: string;
	readonly writes: readonly TextWrite[];
	/** Its content instead of the user's file. */
	readonly now?: { readonly text: string | undefined };
}

/** The accepted changes of one folder of the workspace. */
export interface TouchedFolder {
	/** Absolute path. */
	readonly folder: string;
	readonly files: readonly TouchedFile[];
}

/** The folder and the files that have accepted changes. Throws `UserError` if they are in several folders. */
export async function touchedFiles(
	runId: string,
	{ files }: AcceptedPatches,
	roots: readonly RootFolder[],
	copies: FileCopies,
): Promise<TouchedFolder> {
	const textOf = async (path: string, name: string | undefined) =>
		name === undefined ? undefined : requireText(path, await copies.read(runId, name));
	const touched = [...files].map(async ([path, writes]) => {
		const { folder, inside } = placeOf(path, roots);
		const texts = writes.map(async ({ before, after }) => ({
			before: await textOf(path, before),
			after: await textOf(path, after),
		}));
		return { folder, file: { path: inside, writes: await Promise.all(texts) } };
	});
	return inOneFolder(await Promise.all(touched));
}

/** The same for files with a given content. */
export function inOneFolder(found: readonly { readonly folder: string; readonly file: TouchedFile }[]): TouchedFolder {
	const folders = [...new Set(found.map(({ folder }) => folder))];
	const [folder, another] = folders;
	if (folder === undefined || another !== undefined) {
		throw new UserError(
			`The accepted changes are in several folders (${folders.join(', ')}). Undo those of all but one of them.`,
		);
	}
	return { folder, files: found.map(({ file }) => file) };
}

/** The folder of a workspace path, and the path in it. Throws `UserError` if that folder is not open. */
export function placeOf(path: string, roots: readonly RootFolder[]): { folder: string; inside: string } {
	const root = roots.find(({ name }) => name === '' || path.startsWith(`${name}/`));
	const inside = root === undefined || root.name === '' ? path : path.slice(root.name.length + 1);
	const isInside = root !== undefined && isWithin(realPath(join(root.dir, inside)), realPath(root.dir));
	if (root === undefined || !isInside) {
		throw new UserError(`${path} is in no folder that is open. Open the folder that the run was made in.`);
	}
	return { folder: root.dir, inside };
}

/**
 * Returns these files on top of a commit; unchanged files are left out. Without a repository or a commit, the base is
 * the user's files without the accepted changes. Throws `UserError` if other changes are in the way.
 */
export async function changesOn(
	{ folder, files }: TouchedFolder,
	repository: Repository | undefined,
	commit: string | undefined,
): Promise<FileChange[]> {
	const changes: FileChange[] = [];
	for (const file of files) {
		const path = (commit === undefined ? '' : (repository?.prefix ?? '')) + file.path;
		const nowBytes = file.now === undefined ? diskBytes(join(folder, file.path)) : undefined;
		const now = file.now === undefined ? nowBytes && requireText(path, nowBytes) : file.now.text;
		const committed =
			repository === undefined || commit === undefined
				? fileWithout(now, nowBytes, file)
				: await committedFile(repository.root, commit, path);
		const base = committed && requireText(path, committed.bytes);
		const accepted = acceptedText({ path, writes: file.writes, now, base });
		if ('conflict' in accepted) {
			throw new UserError(accepted.conflict);
		}
		const { text, isEdited } = accepted;
		if (text === (base === undefined ? undefined : withLineEnds(base, '\n'))) {
			continue;
		}
		const ends = committed === undefined ? await newFileEnds(repository, path, now ?? '') : base;
		const after = text === undefined ? undefined : bytesOf(path, withLineEndsOf(text, ends ?? ''), committed, nowBytes);
		const mode = committed?.mode ?? modeOf(join(folder, file.path));
		changes.push({ path, mode, before: committed?.bytes, after, isEdited });
	}
	return withRenamedModes(changes);
}

function fileWithout(now: string | undefined, bytes: Buffer | undefined, file: TouchedFile): CommittedFile | undefined {
	const { text } = withoutAccepted(now, file.writes);
	if (text === undefined) {
		return undefined;
	}
	const like = now ?? file.writes[0]?.before ?? '';
	return { mode: '100644', bytes: bytesOf(file.path, withLineEndsOf(text, like), undefined, bytes) };
}

/** A text with the line ends that a new file has in a commit. */
async function newFileEnds(repository: Repository | undefined, path: string, now: string): Promise<string> {
	if (repository === undefined) {
		return now;
	}
	const { stdout } = await askGit(repository.root, ['check-attr', '-z', 'text', 'eol', '--', path]);
	const [, , text = '', , , eol = ''] = stdout.toString('utf8').split('\0');
	const isConverted =
		text === 'set' || text === 'auto' || eol === 'lf' || eol === 'crlf'
			? true
			: text === 'unspecified' && /^(?:true|input)$/.test((await settingOf(repository.root, 'core.autocrlf')) ?? '');
	return isConverted ? withLineEnds(now, '\n') : now;
}

function bytesOf(path: string, text: string, committed: CommittedFile | undefined, now: Buffer | undefined): Buffer {
	const bytes = encodeLike(text, committed?.bytes ?? now);
	if (bytes === undefined) {
		throw new UserError(`${path} is in an old encoding that lacks a character of the change: save it as UTF-8 first.`);
	}
	return Buffer.from(bytes);
}

function requireText(path: string, bytes: Uint8Array): string {
	const text = decodeText(bytes);
	if (text === undefined) {
		throw new UserError(`${path} is not a text file, so its changes cannot be handed on.`);
	}
	return text;
}

function diskBytes(file: string): Buffer | undefined {
	return existsSync(file) ? readRegularFile(file) : undefined;
}

function modeOf(file: string): string {
	const stats = process.platform === 'win32' ? undefined : statSync(file, { throwIfNoEntry: false });
	return stats !== undefined && (stats.mode & 0o100) !== 0 ? '100755' : '100644';
}

/** A renamed file stays executable. */
function withRenamedModes(changes: readonly FileChange[]): FileChange[] {
	const text = (bytes: Buffer | undefined) => bytes && decodeText(bytes);
	const patched = changes.map(({ path, before, after }) => {
		const [old, fresh] = [text(before), text(after)];
		return { path, ...(old !== undefined && { before: old }), ...(fresh !== undefined && { after: fresh }) };
	});
	const renamed = new Map(
		fileChanges(patched).flatMap(({ file, old }) => (old ? [[file.path, old.path] as const] : [])),
	);
	return changes.map(change => {
		const from = changes.find(({ path }) => path === renamed.get(change.path));
		return from === undefined ? change : { ...change, mode: from.mode };
	});
}
