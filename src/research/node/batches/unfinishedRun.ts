import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunFiles } from '../../../runs/node/runFiles';
import { runsFolder } from '../../../runs/node/runId';
import type { Run } from '../../../runs/pure/fold/run';
import { RunLog } from '../../../runs/pure/log/runLog';
import { removeFolder } from '../../../sandbox/node/checkout/removeFolder';
import { makeStorageFolder } from '../../../system/node/files/storageFolder';
import { systemClock } from '../../../system/node/systemClock';
import { errorText } from '../../../system/pure/errors/errorText';
import type { Log } from '../../../system/pure/log';

/** How often it is looked whether the process of an earlier try has ended. */
const pollMs = 500;

/** The run of an instance without a result. It is in the batch's folder from its start, so that the next try continues it. */
export class UnfinishedRun {
	private readonly runs: RunFiles;

	/** `folder`: for only this instance; see `BatchFolder.unfinished`. */
	constructor(
		private readonly folder: string,
		private readonly log: Log,
	) {
		this.runs = new RunFiles(folder, log);
	}

	/** Makes it the place of the runs of a storage folder. */
	async mountIn(storage: string): Promise<void> {
		const [from, to] = [join(storage, runsFolder), join(this.folder, runsFolder)];
		await makeStorageFolder(to);
		await mkdir(storage, { recursive: true });
		await rm(from, { recursive: true, force: true });
		await symlink(to, from, 'junction');
	}

	/**
	 * The last run, once no process works on it any more: the run of an earlier try ends some time after the process that
	 * started it. Undefined if none can be continued. Rejects with the signal's reason.
	 */
	async find(signal: AbortSignal): Promise<Run | undefined> {
		const id = (await this.ids()).at(-1);
		if (id === undefined) {
			return undefined;
		}
		while (await this.runs.isActive(id)) {
			await sleep(pollMs, undefined, { signal });
		}
		try {
			const { run } = await RunLog.reopen(this.runs, systemClock, id);
			return run.isReadOnly ? undefined : run;
		} catch (error) {
			this.log.warn(`Run ${id} cannot be continued, so the issue is begun again: ${errorText(error)}`);
			return undefined;
		}
	}

	/** The ids of its runs, oldest first. */
	async ids(): Promise<readonly string[]> {
		const entries = await readdir(join(this.folder, runsFolder), { withFileTypes: true }).catch(() => []);
		return entries
			.filter(entry => entry.isDirectory())
			.map(({ name }) => name)
			.sort();
	}

	/** Moves the runs to the runs of results, and removes the folder. */
	async keepIn(runs: string): Promise<void> {
		await makeStorageFolder(runs);
		for (const id of await this.ids()) {
			await rename(join(this.folder, runsFolder, id), join(runs, id));
		}
		await removeFolder(this.folder);
	}
}
