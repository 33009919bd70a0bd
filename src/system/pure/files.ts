/** One file of the workspace. `path` is relative to the workspace, with forward slashes, and never leaves it. */
export interface FileEntry {
	readonly path: string;
	readonly sizeBytes: number;
	readonly modifiedMs: number;
}

/** The workspace's current files, including unsaved editors, if any. Read-only. */
export interface Files {
	/** Every file that is not ignored, sorted by path. */
	list(signal?: AbortSignal): Promise<readonly FileEntry[]>;
	/** For a search: the entries `list` returned some seconds ago, if listing is slow. */
	recent?(signal?: AbortSignal): Promise<readonly FileEntry[]>;
	/** Decoded text. Throws `FileUnreadableError` for a binary, missing, oversized, special or forbidden file. */
	readText(path: string): Promise<string>;
	/** The path of the file that `readText` reads: another one if links within the workspace lead there. */
	pathBehindLinks?(path: string): string;
	/** The paths whose text comes from an unsaved editor instead of the file. */
	unsaved?(): ReadonlySet<string>;
	/**
	 * In a workspace of several folders, the workspace path of an absolute path on disk: the folder's name may differ from
	 * its name there. Undefined outside of the folders, and for a single folder.
	 */
	workspacePath?(file: string): string | undefined;
	/**
	 * The names of the folders of a workspace, if there are several: every path begins with one of them. Absent or empty
	 * for a single folder.
	 */
	readonly folders?: readonly string[];
}

/** Whether all paths begin with the name of one of several folders: see `folderOf`. */
export function hasFolders({ folders = [] }: Pick<Files, 'folders'>): boolean {
	return folders.length > 0;
}

/** The folder of a path in a workspace of several. */
export function folderOf(path: string): string {
	return path.slice(0, path.indexOf('/'));
}

export class FileUnreadableError extends Error {
	override readonly name = 'FileUnreadableError';
	readonly path: string;
	readonly reason: 'binary' | 'missing' | 'oversized' | 'special' | 'forbidden' | 'outside';

	constructor(path: string, reason: FileUnreadableError['reason'], detail = '') {
		super(`${path}: ${unreadable[reason]}${detail === '' ? '' : ` (${detail})`}`);
		this.path = path;
		this.reason = reason;
	}
}

const unreadable: Readonly<Record<FileUnreadableError['reason'], string>> = {
	binary: 'not a text file',
	missing: 'no such file in the workspace',
	oversized: 'too large to read',
	special: 'not a file but a pipe, socket or device',
	forbidden: 'cannot be read',
	outside: 'lies outside the workspace',
};
