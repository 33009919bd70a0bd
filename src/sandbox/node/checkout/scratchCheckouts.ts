import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DiskFiles } from '../../../code/node/listing/diskFiles';
import { checkRunId, runsFolder } from '../../../runs/node/runId';
import type { RootFolder } from '../../../system/node/files/rootFolder';
import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import type { Log } from '../../../system/pure/log';
import type { CommitCheckouts } from '../../pure/execution/commitCheckouts';
import { makeLink } from './copyFiles';
import { ScratchCheckout } from './scratchCheckout';
import { ScratchFolders } from './scratchFolders';
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
 * Copies of the workspace in their own folders, each with a lock that identifies the process that made it: the next
 * process removes copies left behind by a dead one. Nothing is ever written to the workspace or to its repository.
 */
export class ScratchCheckouts implements CommitCheckouts {
	private readonly folders: ScratchFolders;

	constructor(private readonly options: ScratchCheckoutsOptions) {
		this.folders = new ScratchFolders(options.storage, options.log);
	}

	/** Ends the processes and removes the copies of dead processes; call it at the start. `create` calls it as well. */
	removeLeftovers(): Promise<void> {
		return this.folders.removeLeftovers();
	}

	async create(name: string, signal?: AbortSignal, runId?: string): Promise<ScratchCheckout> {
		const { path, remove } = await this.folders.create(name);
		try {
			const snapshots = join(runId === undefined ? path : this.folderOf(runId), 'snapshots');
			return await this.fill({ folder: path, snapshots, dispose: remove }, signal);
		} catch (error) {
			await remove();
			if (signal?.aborted || error instanceof UserError) {
				throw error;
			}
			throw new UserError(`The workspace could not be copied to ${path}: ${errorText(error)}`);
		}
	}

	private folderOf(runId: string): string {
		checkRunId(runId);
		const folder = join(this.options.storage, runsFolder, runId);
		if (!existsSync(folder)) {
			throw new UserError(`There is no run ${runId}; it may have been removed.`);
		}
		return folder;
	}

	private async fill({ folder, ...parts }: CopyPlace, signal?: AbortSignal): Promise<ScratchCheckout> {
		const { roots, log, unsaved, dependencies = 'copied' } = this.options;
		const storage = dirname(folder);
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
		return new ScratchCheckout({ folder: top, files: new DiskFiles(copies), trees, caches, ...parts });
	}
}

interface CopyPlace {
	readonly folder: string;
	readonly snapshots: string;
	readonly dispose: () => Promise<void>;
}

/** A folder that links all workspace folders by name, wherever their copies are. */
async function linkRoots(folder: string, copies: readonly RootFolder[]): Promise<string> {
	await mkdir(folder, { recursive: true });
	for (const { name, dir } of copies) {
		await makeLink(dir, join(folder, name), true);
	}
	return folder;
}
