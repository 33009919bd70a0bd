import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../core/ports';
import { errorText } from '../../core/util/errorText';
import { orphanedProcesses } from '../processes/markedProcesses';
import { isProcessLocked } from '../processes/processLock';
import { removeFolder } from './removeFolder';

/** The lock of a scratch copy lies beside its folder, as it is there first and goes last. */
export function lockOf(folder: string): string {
	return `${folder}${lockEnding}`;
}

const lockEnding = '.lock';

/**
 * Ends processes whose Faultline died, then removes the scratch copies of Faultlines that died. What cannot be removed
 * is logged, and tried again the next time.
 */
export async function removeLeftovers(folder: string, log: Log): Promise<void> {
	for (const pid of await orphanedProcesses()) {
		killIfThere(pid);
	}
	const names = await readdir(folder).catch((): string[] => []);
	const copyOf = (name: string) => name.replace(/\.lock(?:\..*)?$/, '');
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
