import { access, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { writeAtomically } from '../../system/node/files/writeAtomically';
import { takeProcessLock } from '../../system/node/processes/processLock';
import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import type { FileCopies } from '../pure/log/fileCopies';
import type { RunFiles } from './runFiles';

/** Held while a file of the user changes because of a patch of the run; a killed process leaves it behind. */
const lockName = 'accepting.lock';
const handingOnLock = 'handingOn.lock';
/** How often, and how long, to wait for another process. */
const attempts = 50;
const pauseMs = 100;

/** Copies of the user's files from before and after accepted changes, among the artifacts of their run. */
export class PatchCopies implements FileCopies {
	private queue: Promise<unknown> = Promise.resolve();

	constructor(private readonly runs: Pick<RunFiles, 'artifacts' | 'artifactFolders'>) {}

	async write(runId: string, name: string, bytes: Uint8Array): Promise<void> {
		await writeAtomically(await this.file(runId, name), [bytes]);
	}

	async read(runId: string, name: string): Promise<Uint8Array> {
		const file = await this.file(runId, name);
		return readFile(file).catch((error: unknown) => {
			throw new UserError(`The copy ${file} cannot be read: ${errorText(error)}`);
		});
	}

	exclusive<T>(runId: string, work: () => Promise<T>): Promise<T> {
		const done = this.queue.then(async () => {
			const unlock = await this.lock(join(await this.runs.artifacts(runId), lockName));
			try {
				return await work();
			} finally {
				await unlock();
			}
		});
		this.queue = done.catch(() => undefined);
		return done;
	}

	/**
	 * Hands on the accepted changes of a run, one call at a time. Throws `UserError` at once if another process does the
	 * same: a push takes long.
	 */
	async handingOn<T>(runId: string, work: () => Promise<T>): Promise<T> {
		const file = join(await this.runs.artifacts(runId), handingOnLock);
		const unlock = await takeProcessLock(file, 'a pull request of this run');
		try {
			return await work();
		} finally {
			await unlock();
		}
	}

	/** Ids of the runs in which a write is under way, in this process or another, or was interrupted. */
	async runsWithWrites(): Promise<string[]> {
		const folders = await this.runs.artifactFolders();
		const locked = await Promise.all(folders.map(folder => isThere(join(folder, lockName))));
		return folders.filter((_, at) => locked[at]).map(folder => basename(dirname(folder)));
	}

	private async file(runId: string, name: string): Promise<string> {
		return join(await this.runs.artifacts(runId), name.replace(/[^\w.-]/g, '_'));
	}

	private async lock(file: string): Promise<() => Promise<void>> {
		for (let attempt = 1; ; attempt++) {
			try {
				return await takeProcessLock(file, 'the patches of this run');
			} catch (error) {
				if (attempt === attempts || !(error instanceof UserError)) {
					throw error;
				}
				await wait(pauseMs);
			}
		}
	}
}

async function isThere(file: string): Promise<boolean> {
	return access(file).then(
		() => true,
		() => false,
	);
}
