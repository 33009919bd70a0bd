import { readFile } from 'node:fs/promises';
import { listProcesses } from './listProcesses';
import { isAlive, type ProcessIdentity } from './processIdentity';

/** In the environment of every process we start, and so of all these start: who began it, and a name of its own. */
const variable = 'FAULTLINE_EXECUTION';

/** What to put into the environment. `id` holds no blank and no slash. */
export function markOf(id: string, owner: ProcessIdentity): Record<string, string> {
	return { [variable]: `${owner.pid}/${owner.startTicks ?? ''}/${id}` };
}

/**
 * The processes that carry a mark, those that left their process group as well. Only where the system shows the
 * environment of processes (Linux); elsewhere none.
 */
export async function processesMarked(mark: Readonly<Record<string, string>>): Promise<number[]> {
	return (await markedProcesses()).filter(each => each.mark === mark[variable]).map(({ pid }) => pid);
}

/** The processes whose owner has died without ending them. */
export async function orphanedProcesses(): Promise<number[]> {
	const orphans: number[] = [];
	for (const { pid, mark } of await markedProcesses()) {
		const [ownerPid = '', startTicks = ''] = mark.split('/');
		// Without its start the owner's number may be another's, alive or not: then better leave the process alone.
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
	const found = await Promise.all((await listProcesses()).map(readMark));
	return found.filter(each => each !== undefined);
}

async function readMark(pid: number): Promise<Marked | undefined> {
	// Somebody else's process, or one that ended since, cannot be read; it is not ours.
	const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
	const start = `\0${environment}`.indexOf(`\0${variable}=`);
	return start < 0 ? undefined : { pid, mark: environment.slice(start + variable.length + 1).split('\0', 1)[0] ?? '' };
}
