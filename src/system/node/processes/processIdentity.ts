import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { processStatus } from './processTable';

/** A process of this machine, distinguished from a later one with the same id. */
export interface ProcessIdentity {
	readonly pid: number;
	/** Ticks since boot, if the system reports them: a process id may be reused. */
	readonly startTicks?: string;
}

export async function ownIdentity(): Promise<ProcessIdentity> {
	const startTicks = processStatus(process.pid)?.startTicks;
	return { pid: process.pid, ...(startTicks !== undefined && { startTicks }) };
}

/** The machine or container that counts processes as this one does: on another one, an id is another process. */
export function thisMachine(): string {
	return [hostname(), ...(process.platform === 'linux' ? [machineId(), processNamespace()] : [])].join(' ').trim();
}

function machineId(): string {
	try {
		return readFileSync('/etc/machine-id', 'utf8').trim();
	} catch {
		return '';
	}
}

function processNamespace(): string {
	try {
		return readlinkSync('/proc/self/ns/pid');
	} catch {
		return '';
	}
}

/** Whether it is still running. If the system does not report start times, only the id is compared. */
export async function isAlive({ pid, startTicks }: ProcessIdentity): Promise<boolean> {
	if (!isRunning(pid)) {
		return false;
	}
	const now = processStatus(pid);
	return now === undefined || (!now.hasEnded && (startTicks === undefined || now.startTicks === startTicks));
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// A process of another user is alive, too.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
