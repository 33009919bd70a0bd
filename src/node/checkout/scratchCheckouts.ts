import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkout, Checkouts, Log } from '../../core/ports';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';
import { DiskFiles } from '../diskFiles';
import { ControlGroup } from '../processes/controlGroup';
import { orphanedProcesses } from '../processes/markedProcesses';
import { isProcessLocked, takeProcessLock } from '../processes/processLock';
import type { RootFolder } from '../rootFolder';
import { makeStorageFolder } from '../storageFolder';
import { makeLink } from './copyFiles';
import { removeFolder } from './removeFolder';
import { ScratchCheckout } from './scratchCheckout';
import { sourceTrees } from './sourceTree';
import { TreeCopy, type TreeCopyOptions } from './treeCopy';

export interface ScratchCheckoutsOptions {
	readonly roots: readonly RootFolder[];
	/** Faultline's storage folder; the copies are in its folder `checkouts`. */
	readonly storage: string;
	readonly log: Log;
	/** Content of unsaved editors, by the absolute path of the file. */
	readonly unsaved?: () => ReadonlyMap<string, string>;
	/** Installed packages are copied unless all commands run in a sandbox, which cannot write through links. */
	readonly dependencies?: TreeCopyOptions['dependencies'];
}

/**
 * Copies of the workspace in their own folders, each with a lock that identifies the process that made it: what a dead
 * process left behind is removed by the next one. Nothing is ever written to the workspace or to its repository.
 */
export class ScratchCheckouts implements Checkouts {
	private readonly folder: string;
	private cleared: Promise<void> | undefined;

	constructor(private readonly options: ScratchCheckoutsOptions) {
		this.folder = join(options.storage, 'checkouts');
	}

	/** Ends the processes and removes the copies of dead processes; call it at the start. `create` calls it as well. */
	removeLeftovers(): Promise<void> {
		this.cleared ??= removeLeftovers(this.folder, this.options.log);
		return this.cleared;
	}

	async create(name: string, signal?: AbortSignal): Promise<Checkout> {
		await this.removeLeftovers();
		await mkdir(this.folder, { recursive: true, mode: 0o700 });
		const folder = join(realpathSync.native(this.folder), `${safeName(name)}-${randomBytes(4).toString('hex')}`);
		// Before the folder: one without a lock belongs to no process.
		const unlock = await takeProcessLock(lockOf(folder), 'this scratch copy');
		const dispose = async () => {
			await removeFolder(folder);
			await unlock();
		};
		try {
			await makeStorageFolder(folder);
			return await this.fill(folder, dispose, signal);
		} catch (error) {
			await dispose();
			if (signal?.aborted || error instanceof UserError) {
				throw error;
			}
			throw new UserError(`The workspace could not be copied to ${folder}: ${errorText(error)}`);
		}
	}

	private async fill(folder: string, dispose: () => Promise<void>, signal?: AbortSignal): Promise<Checkout> {
		const { roots, log, unsaved, dependencies = 'copied' } = this.options;
		const storage = realpathSync.native(this.folder);
		const options = { dependencies, ...(signal && { signal }), ...(unsaved && { unsaved: unsaved() }) };
		const trees: TreeCopy[] = [];
		for (const source of await sourceTrees(roots, log)) {
			trees.push(await TreeCopy.make(source, join(folder, String(trees.length + 1)), storage, options));
		}
		const copies = trees.flatMap(tree =>
			tree.source.roots.map(({ name, path }) => ({ name, dir: join(tree.dir, path) })),
		);
		const [only, ...others] = copies;
		const top = only !== undefined && others.length === 0 ? only.dir : await linkRoots(join(folder, 'roots'), copies);
		const caches = join(folder, 'caches');
		return new ScratchCheckout({ folder: top, files: new DiskFiles(copies), trees, caches, dispose });
	}
}

/** A folder that links all workspace folders by name, wherever their copies are. */
async function linkRoots(folder: string, copies: readonly RootFolder[]): Promise<string> {
	await mkdir(folder, { recursive: true });
	for (const { name, dir } of copies) {
		await makeLink(dir, join(folder, name), true);
	}
	return folder;
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
 * Ends processes started by dead Faultline processes, then removes the scratch copies of dead ones. What cannot be
 * removed is logged, and retried the next time.
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
