import { readFile } from 'node:fs/promises';
import { isAlive, type ProcessIdentity } from '../../../system/node/processes/processIdentity';
import { processTable } from '../../../system/node/processes/processTable';
import { inParallel } from '../../../system/pure/waiting/inParallel';

/** In the environment of every process we start, and so of its descendants: the owner, and a unique name. */
const variable = 'FAULTLINE_EXECUTION';

/** Variables for the environment. `id` contains no blank and no slash. */
export function markOf(id: string, owner: ProcessIdentity): Record<string, string> {
	return { [variable]: `${owner.pid}/${owner.startTicks ?? ''}/${id}` };
}

/**
 * The processes that carry a mark, including those that left their process group. Only if the system shows the
 * environment of processes (Linux); elsewhere none.
 */
export async function processesMarked(mark: Readonly<Record<string, string>>): Promise<number[]> {
	return (await markedProcesses()).filter(each => each.mark === mark[variable]).map(({ pid }) => pid);
}

/** The processes whose owner died without terminating them. */
export async function orphanedProcesses(): Promise<number[]> {
	const orphans: number[] = [];
	for (const { pid, mark } of await markedProcesses()) {
		const [ownerPid = '', startTicks = ''] = mark.split('/');
		// Without a start time, the owner's id may belong to another process, alive or not: then do not touch the process.
		if (pid !== process.pid && startTicks !== '' && !(await isAlive({ pid: Number(ownerPid), startTicks }))) {
			orphans.push(pid);
		}
	}
	return orphans;
}

interface Marked {
	readonly pid: number;
	readonly mark: string;
}

async function markedProcesses(): Promise<Marked[]> {
	const found = await inParallel(await processTable(), ({ pid }) => readMark(pid));
	return found.filter(each => each !== undefined);
}

async function readMark(pid: number): Promise<Marked | undefined> {
	// Processes of other users, and those that have ended since, cannot be read; they are not ours.
	const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
	const start = `\0${environment}`.indexOf(`\0${variable}=`);
	return start < 0 ? undefined : { pid, mark: environment.slice(start + variable.length + 1).split('\0', 1)[0] ?? '' };
}
