import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import leftOut from '../../../system/node/files/leftOutFolders.json';
import { makePrivateFolder } from '../../../system/node/files/storageFolder';
import { errorText } from '../../../system/pure/errors/errorText';
import type { Log } from '../../../system/pure/log';
import { SectionFile, UnusableFileError, writeSectionFile } from '../savedFiles/sectionFile';
import { effectiveExcludes } from './effectiveExcludes';
import { folderState, type WalkRecord } from './folderWalk';
import { workspaceHash } from './workspaceHash';

/** The files found by a walk of a folder, and everything that result depends on. */
export interface SavedListing {
	/** Paths like '' or `src/core/`, with their times as `FolderState.modifiedMs`. */
	readonly folders: readonly string[];
	readonly times: Float64Array;
	readonly files: readonly string[];
	/** The states of the files with rules. */
	readonly rules: readonly RuleState[];
}

type RuleState = readonly [file: string, state: string];

/** A folder that changed so shortly before it was read may change again without another time. */
export const unsureMs = 2_000;
const version = 1;
const sections = ['folders', 'times', 'files'] as const;

/**
 * Listings of folders, kept in the storage folder. A folder's time changes when an entry is added or removed, so if no
 * time has changed, no folder needs to be read again: the idea of git's untracked cache
 * (https://git-scm.com/docs/git-update-index#_untracked_cache).
 */
export class SavedListings {
	constructor(
		/** Of the saved indexes. */
		private readonly folder: string,
		private readonly log: Log,
	) {}

	/** Undefined if nothing is saved for the folder with these excludes, or it cannot be used. */
	load(root: string, excludes: readonly string[]): SavedListing | undefined {
		try {
			using saved = SectionFile.open(this.file(root, excludes), keyOf(root, excludes), sections);
			const { rules } = saved.facts as { readonly rules: readonly RuleState[] };
			const folders = split(saved.read('folders'));
			return { folders, times: new Float64Array(saved.read('times').buffer), files: split(saved.read('files')), rules };
		} catch (error) {
			if (!(error instanceof UnusableFileError) && (error as NodeJS.ErrnoException).code !== 'ENOENT') {
				this.log.warn(`The saved listing of ${root} cannot be read: ${errorText(error)}`);
			}
			return undefined;
		}
	}

	/**
	 * Returns whether it is saved. An unreliable listing is not: a folder has just changed, or the file system keeps no
	 * times.
	 */
	async save(root: string, excludes: readonly string[], { record, files, startedMs }: Walked): Promise<boolean> {
		const states = [...record.folders.values()];
		const file = this.file(root, excludes);
		if (states.some(state => state.modifiedMs > startedMs - unsureMs)) {
			return false;
		}
		try {
			await makePrivateFolder(this.folder);
			const { device, modifiedMs } = folderState(this.folder);
			if (states.some(state => state.device !== device)) {
				return false;
			}
			const rules = [...record.rules].map(path => [path, ruleState(path)] as const);
			await writeSectionFile(file, { ...keyOf(root, excludes), facts: { rules } }, [
				['folders', joined([...record.folders.keys()])],
				['times', new Uint8Array(Float64Array.from(states, state => state.modifiedMs).buffer)],
				['files', joined(files)],
			]);
			// Its own folder is on the same file system, and has a new entry.
			if (folderState(this.folder).modifiedMs !== modifiedMs) {
				return true;
			}
			await rm(file, { force: true });
		} catch (error) {
			this.log.warn(`The list of files could not be saved, the next start takes longer: ${errorText(error)}`);
		}
		return false;
	}

	private file(root: string, excludes: readonly string[]): string {
		return join(this.folder, `${workspaceHash([{ name: '', dir: root }], excludes)}.listing`);
	}
}

export interface Walked {
	readonly record: WalkRecord;
	readonly files: readonly string[];
	/** When the walk began. */
	readonly startedMs: number;
}

/** Returns the state of a file whose content decides on the listing; of a folder only that it is one. */
export function ruleState(file: string): string {
	const stats = lstatSync(file, { throwIfNoEntry: false });
	return stats === undefined ? '' : stats.isFile() ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : 'no file';
}

function keyOf(root: string, excludes: readonly string[]): { readonly version: number; readonly fingerprint: string } {
	const hash = createHash('sha256').update(JSON.stringify([root, effectiveExcludes(excludes), leftOut]));
	return { version, fingerprint: hash.digest('hex').slice(0, 32) };
}

/** A path has no NUL. */
function joined(paths: readonly string[]): Uint8Array {
	return Buffer.from(paths.join('\0'));
}

function split(bytes: Uint8Array): string[] {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString().split('\0');
}
