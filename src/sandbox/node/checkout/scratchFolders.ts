import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutsFolder, makeStorageFolder } from '../../../system/node/files/storageFolder';
import { isProcessLocked, takeProcessLock } from '../../../system/node/processes/processLock';
import { errorText } from '../../../system/pure/errors/errorText';
import type { Log } from '../../../system/pure/log';
import { ControlGroup } from '../processes/controlGroup';
import { orphanedProcesses } from '../processes/markedProcesses';
import { removeFolder } from './removeFolder';

interface ScratchFolder {
	/** Absolute, without symbolic links. */
	readonly path: string;
	remove(): Promise<void>;
}

/** Folders in Faultline's storage, each with a lock that identifies the process that made it. */
export class ScratchFolders {
	private readonly folder: string;
	private cleared: Promise<void> | undefined;

	/** `storage`: Faultline's storage folder; the scratch folders are in its folder `checkouts`. */
	constructor(
		storage: string,
		private readonly log: Log,
	) {
		this.folder = join(storage, checkoutsFolder);
	}

	/** Ends the processes and removes the folders of dead processes, once. */
	removeLeftovers(): Promise<void> {
		this.cleared ??= removeLeftovers(this.folder, this.log);
		return this.cleared;
	}

	/** A new one, after `removeLeftovers`. `name` is part of its name. */
	async create(name: string): Promise<ScratchFolder> {
		await this.removeLeftovers();
		await mkdir(this.folder, { recursive: true, mode: 0o700 });
		const path = join(realpathSync.native(this.folder), `${safeName(name)}-${randomBytes(4).toString('hex')}`);
		// Before the folder: one without a lock belongs to no process.
		const unlock = await takeProcessLock(lockOf(path), 'this scratch copy');
		const remove = async () => {
			await removeFolder(path);
			await unlock();
		};
		try {
			await makeStorageFolder(path);
		} catch (error) {
			await remove();
			throw error;
		}
		return { path, remove };
	}
}

function safeName(name: string): string {
	return (
		name
			.replace(/[^A-Za-z0-9]+/g, '-')
			.replace(/^-|-$/g, '')
			.slice(0, 30) || 'copy'
	);
}

/** The lock of a scratch copy is beside its folder, as it is created first and deleted last. */
function lockOf(folder: string): string {
	return `${folder}${lockEnding}`;
}

const lockEnding = '.lock';

/**
 * Ends processes started by dead Faultline processes, then removes the scratch copies of dead ones. Failures to remove
 * are logged, and retried the next time.
 */
async function removeLeftovers(folder: string, log: Log): Promise<void> {
	await ControlGroup.endOrphaned();
	for (const pid of await orphanedProcesses()) {
		killIfThere(pid);
	}
	const names = await readdir(folder).catch((): string[] => []);
	const copyOf = (name: string) => name.replace(/\.lock(?:\.[\s\S]*)?$/, '');
	for (const copy of new Set(names.map(copyOf))) {
		const locks = names.filter(name => name !== copy && copyOf(name) === copy);
		try {
			await removeIfLeft(
				join(folder, copy),
				locks.map(name => join(folder, name)),
			);
		} catch (error) {
			log.warn(`A scratch copy that a crash left could not be removed: ${errorText(error)}`);
		}
	}
}

/** `locks`: the copy's lock and drafts of it. */
async function removeIfLeft(copy: string, locks: readonly string[]): Promise<void> {
	if (!(await isProcessLocked(lockOf(copy)))) {
		await removeFolder(copy);
		for (const lock of locks) {
			await rm(lock, { force: true });
		}
	}
}

function killIfThere(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It ended by itself.
	}
}
