import type { ExecutedTree } from '../../../runs/pure/model/executedTree';
import type { Files } from '../../../system/pure/files';
import type { Reach } from './runner';

/** Copies of the workspace for attempts, which are never made in the workspace itself. */
export interface Checkouts {
	/**
	 * A copy of the workspace in its current state, uncommitted changes included. `name` helps users identify the folder.
	 * Throws `UserError` if it cannot be made. The snapshots of a copy for a run are kept with the run of this id, and can
	 * be restored in another copy for it, also by another process; else they are deleted with the copy.
	 */
	create(name: string, signal?: AbortSignal, runId?: string): Promise<Checkout>;
}

/**
 * A scratch copy of the workspace. Paths are workspace paths; `write`, `remove` and `apply` throw `UserError` for one
 * that leads out of the copy, also through a link. Installed dependencies are links to the workspace's own, which then
 * can only be read, or copies of them.
 */
export interface Checkout {
	/**
	 * Absolute path of the copy of the workspace folder, in which commands run. With several folders, the one that
	 * contains them all.
	 */
	readonly folder: string;
	readonly files: Files;
	/** For the commands that run in it. */
	readonly reach: Reach;
	/** The listed files as they are now. Throws `UserError` if one cannot be read. */
	contents(): Promise<ExecutedTree>;
	write(path: string, content: string | Uint8Array): Promise<void>;
	/** Workspace paths of files that were written by commands, ignored ones included, by glob. */
	find(glob: string): Promise<readonly string[]>;
	/** Does nothing if there is no such file. */
	remove(path: string): Promise<void>;
	/**
	 * Applies a unified diff whose paths are workspace paths, all of it or nothing. Throws `UserError` if a hunk does not
	 * match exactly.
	 */
	apply(diff: string): Promise<void>;
	/** The changes since the copy was made, except ignored files: a unified diff as git writes it, '' for none. */
	diff(): Promise<string>;
	/** Restores the state when the copy was made, ignored files included. */
	reset(): Promise<void>;
	/**
	 * Stores all files as they are, ignored ones and build output included, with text that belongs to them. Returns an id.
	 * Not stored are pipes, sockets and devices, files whose names are not UTF-8, the times of folders, owners, extended
	 * attributes, and that two names are of one file. Locked entries are opened meanwhile. Throws `UserError` if a file
	 * cannot be read.
	 */
	snapshot(text: string): Promise<string>;
	/** Restores a snapshot and returns its text. Throws `UserError` if there is none of this id. */
	restore(snapshot: string): Promise<string>;
	/** Deletes the copy. Can be called again. */
	dispose(): Promise<void>;
}
