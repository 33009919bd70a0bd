import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses } from './listProcesses';
import { processesMarked } from './markedProcesses';
import { processStatus } from './processStatus';

export interface ProcessFamily {
	/** Leads its process group. */
	readonly pid: number;
	/** What its environment carries. */
	readonly mark: Readonly<Record<string, string>>;
}

/**
 * Ends a process with all it started: asks first, and after `graceMs` no more. Returns once all are gone, or cannot be
 * helped.
 */
export async function endProcesses(family: ProcessFamily, graceMs: number): Promise<void> {
	if (process.platform === 'win32') {
		return endTree(family.pid);
	}
	await sendAll(family, 'SIGTERM');
	if (!(await areGone(family, graceMs))) {
		await sendAll(family, 'SIGKILL');
		await areGone(family, killedMs);
	}
}

/** A process that was killed is gone as soon as the system gets to it. */
const killedMs = 5000;
const pollMs = 20;

/** To the group, and to those that left it. */
async function sendAll({ pid, mark }: ProcessFamily, signal: NodeJS.Signals): Promise<void> {
	for (const each of [-pid, ...(await processesMarked(mark))]) {
		send(each, signal);
	}
}

async function areGone(family: ProcessFamily, withinMs: number): Promise<boolean> {
	for (let waitedMs = 0; await isAnyAlive(family); waitedMs += pollMs) {
		if (waitedMs >= withinMs) {
			return false;
		}
		await sleep(pollMs);
	}
	return true;
}

async function isAnyAlive({ pid, mark }: ProcessFamily): Promise<boolean> {
	return (send(-pid, 0) && (await isGroupAlive(pid))) || (await processesMarked(mark)).length > 0;
}

/** A group of zombies can still be sent signals; it depends on others when these are cleared away. */
async function isGroupAlive(groupId: number): Promise<boolean> {
	const statuses = await Promise.all((await listProcesses()).map(processStatus));
	return statuses.length === 0 || statuses.some(each => each?.groupId === groupId && !each.hasEnded);
}

/** Whether there was one to get the signal. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(pid, signal);
	} catch {
		// It has ended, or it is one we have no power over.
		return false;
	}
}

/** Windows has no groups: its own tool follows who started whom. */
function endTree(pid: number): Promise<void> {
	return new Promise(resolve => {
		// It fails where the process has ended already.
		execFile('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }, () => resolve());
	});
}
