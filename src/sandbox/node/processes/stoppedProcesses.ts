import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readOr } from '../../../system/node/processes/processTable';
import { sendSignal } from '../../../system/node/processes/sendSignal';

/**
 * Stops processes and all that they start meanwhile. `find` returns the known ones. False if one of them may not be
 * stopped, as it belongs to another user, or still runs after seconds.
 *
 * A stopped process starts no other one, so each look finds the processes started before the last one was stopped. A
 * process that only lives to start the next one is gone before a list of all processes is read to its end. It is found
 * as the child of a stopped process, which it stays: only when its own parent ends it becomes the child of another one,
 * once. So two looks without a running process are enough.
 */
export async function stopProcesses(find: () => Promise<readonly number[]>): Promise<boolean> {
	const startedAt = performance.now();
	const signalled = new Set<number>();
	for (let nQuiet = 0; nQuiet < 2; ) {
		const roots = await find();
		nQuiet++;
		for (;;) {
			const running = runningIn(roots, signalled);
			if (running === 'none') {
				break;
			}
			if (running === 'denied' || performance.now() - startedAt > longestMs) {
				return false;
			}
			nQuiet = 0;
			await sleep(1);
		}
	}
	return true;
}

/** Lets processes that were stopped, and their descendants, continue. */
export function continueProcesses(pids: readonly number[]): void {
	for (const pid of withDescendants(pids)) {
		sendSignal(pid, 'SIGCONT');
	}
}

/** A process that waits for a slow disk is stopped when it has the requested data. */
const longestMs = 20_000;

/** Signals all that are not stopped yet. Whether there are any, and whether one of them may not be signalled. */
function runningIn(roots: readonly number[], signalled: Set<number>): 'none' | 'some' | 'denied' {
	let running: 'none' | 'some' = 'none';
	for (const pid of withDescendants(roots)) {
		if (!isStopped(pid, signalled)) {
			if (!sendSignal(pid, 'SIGSTOP')) {
				return 'denied';
			}
			signalled.add(pid);
			running = 'some';
		}
	}
	return running;
}

/** The children of each are read after the caller has seen to it. */
function* withDescendants(roots: readonly number[]): Generator<number> {
	const seen = new Set<number>();
	const waiting = [...roots];
	for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
		if (!seen.has(pid)) {
			seen.add(pid);
			yield pid;
			waiting.push(...threadsOf(pid).flatMap(thread => childrenOf(thread)));
		}
	}
}

/** Whether all its threads are stopped; threads of a process whose first thread has ended may run. */
function isStopped(pid: number, signalled: ReadonlySet<number>): boolean {
	if (process.platform !== 'linux') {
		return signalled.has(pid);
	}
	return threadsOf(pid).every(thread => {
		const state = stateIn(readOr(`${thread}/stat`));
		return stoppedStates.has(state) || (state === 'D' && signalled.has(pid) && waitsForChild(thread));
	});
}

/** Stopped, stopped by a debugger, ended and not collected, and gone. */
const stoppedStates: ReadonlySet<string> = new Set(['T', 't', 'Z', 'X', '']);

/**
 * Whether it waits in the kernel for a child that has its memory until it starts a program (vfork). If the child is
 * stopped, this one stops only when the child continues, and does nothing until then.
 */
function waitsForChild(thread: string): boolean {
	return /fork|clone/.test(readOr(`${thread}/wchan`));
}

function stateIn(stat: string): string {
	return stat.charAt(stat.lastIndexOf(')') + 2);
}

/** The folders of the threads of a process (Linux). */
function threadsOf(pid: number): string[] {
	try {
		return readdirSync(`/proc/${pid}/task`).map(thread => `/proc/${pid}/task/${thread}`);
	} catch {
		// It is gone.
		return [];
	}
}

function childrenOf(thread: string): number[] {
	return readOr(`${thread}/children`).split(' ').filter(Boolean).map(Number);
}
