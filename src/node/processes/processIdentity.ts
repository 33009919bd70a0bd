import { processStatus } from './processStatus';

/** A process of this machine, told apart from a later one with the same number. */
export interface ProcessIdentity {
	readonly pid: number;
	/** Since the machine's start, where the system tells it: a process id alone may be another program's by now. */
	readonly startTicks?: string;
}

export async function ownIdentity(): Promise<ProcessIdentity> {
	const startTicks = await startTicksOf(process.pid);
	return { pid: process.pid, ...(startTicks !== undefined && { startTicks }) };
}

/** Whether it still runs. Where the system does not tell when a process started, the number alone decides. */
export async function isAlive({ pid, startTicks }: ProcessIdentity): Promise<boolean> {
	if (!isRunning(pid)) {
		return false;
	}
	const now = await processStatus(pid);
	return now === undefined || (!now.hasEnded && (startTicks === undefined || now.startTicks === startTicks));
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// Somebody else's process is a process as well.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

async function startTicksOf(pid: number): Promise<string | undefined> {
	return (await processStatus(pid))?.startTicks;
}
