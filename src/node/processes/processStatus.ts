import { readFile } from 'node:fs/promises';

export interface ProcessStatus {
	/** It has ended, but its exit code was not collected yet: a zombie. */
	readonly hasEnded: boolean;
	readonly groupId: number;
	/** Start time in ticks since boot. */
	readonly startTicks: string;
}

/**
 * Fields 3, 5 and 22 of Linux's `/proc/<pid>/stat`; the second field, the name, may itself contain blanks and brackets.
 * Undefined on other systems, and for a process that is gone.
 */
export async function processStatus(pid: number): Promise<ProcessStatus | undefined> {
	const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
	const [state, groupId, startTicks] = [fields[0], fields[2], fields[19]];
	return state === undefined || groupId === undefined || startTicks === undefined
		? undefined
		: { hasEnded: state === 'Z' || state === 'X', groupId: Number(groupId), startTicks };
}
