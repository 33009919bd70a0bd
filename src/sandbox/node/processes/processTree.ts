import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isWithin } from '../../../system/node/files/isWithin';
import { type ProcessRow, processStatus, processTable, tiesOf } from '../../../system/node/processes/processTable';
import { sendSignal } from '../../../system/node/processes/sendSignal';
import { UserError } from '../../../system/pure/errors/userError';
import type { ControlGroup } from './controlGroup';
import { processesMarked } from './markedProcesses';
import { continueProcesses, stopProcesses } from './stoppedProcesses';

export interface ProcessTreeOptions {
	/** The first process, leader of its process group. */
	readonly root: number;
	/** Variables in its environment that identify it. */
	readonly mark: Readonly<Record<string, string>>;
	/** Contains it, if the system allows that. */
	readonly group: ControlGroup | undefined;
	/** Folders that only its processes use. */
	readonly folders: readonly string[];
	/** Whether the first process only waits for the others, and takes them with it when it ends. */
	readonly isWrapped: boolean;
}

/** The resources that the processes of a tree use together. */
export interface TreeUsage {
	readonly nProcesses: number;
	readonly memoryBytes: number;
}

/**
 * A process with all it started: the content of its control group. They are also followed from parent to child while
 * they run, and found by process group, by the mark in their environment, by the output they share and by a folder
 * that is only theirs. With neither a sandbox nor a control group, a process escapes that gives up all of these between
 * two looks. On Windows the system's own tool follows the parents.
 */
export class ProcessTree {
	/** Start times by process id, '' if unknown. */
	private readonly known = new Map<number, string>();
	private readonly outputs: ReadonlySet<string>;
	private readonly startTicks: number;
	private isPaused = false;
	private isEnded = false;

	constructor(private readonly options: ProcessTreeOptions) {
		this.startTicks = Number(processStatus(options.root)?.startTicks);
		this.outputs = new Set(tiesOf(options.root).outputs.filter(path => /^(?:socket|pipe):/.test(path)));
	}

	/** Looks for new processes. */
	async look(): Promise<TreeUsage> {
		const members = this.membersOf(await processTable());
		const memory = members.map(member => member.memory());
		// Of shared memory at least the most that one process has: it is mostly the same in all of them.
		const shared = memory.reduce((most, { sharedBytes }) => Math.max(most, sharedBytes), 0);
		return { nProcesses: members.length, memoryBytes: shared + sum(memory.map(({ ownBytes }) => ownBytes)) };
	}

	/** Suspends all of them until `resume`. Throws `UserError` if one of them still runs after seconds. */
	async pause(): Promise<void> {
		this.isPaused = true;
		if (!(await stopProcesses(() => this.pausable()))) {
			await this.resume();
			throw new UserError('A program in the scratch copy could not be paused: stop it, and try again.');
		}
	}

	async resume(): Promise<void> {
		this.isPaused = false;
		continueProcesses(await this.pausable());
	}

	/** Those that can be paused: none after the end, when others may have their ids, and none on Windows. */
	private async pausable(): Promise<number[]> {
		return this.isEnded || process.platform === 'win32' ? [] : this.all();
	}

	/**
	 * Terminates all of them: asks first, and kills after `graceMs`. Those that are paused cannot be asked, and none is
	 * with 0. Returns once all
	 * are gone, or nothing more can be done.
	 */
	async end(graceMs: number): Promise<void> {
		if (process.platform === 'win32') {
			return endTree(this.options.root);
		}
		const { group, root } = this.options;
		if (graceMs === 0) {
			// Before they are looked for: a fork bomb outruns that, and not the kernel.
			group?.kill();
			sendSignal(-root, 'SIGKILL');
		}
		if (this.isPaused || graceMs === 0 || !(await this.signalUntilGone('SIGTERM', graceMs, false))) {
			group?.kill();
			await this.signalUntilGone('SIGKILL', killedMs, true);
		}
		this.isEnded = true;
		await group?.remove();
	}

	/** Whether all are gone within a time. `again`: the signal is also sent to those that are there later. */
	private async signalUntilGone(signal: NodeJS.Signals, withinMs: number, again: boolean): Promise<boolean> {
		const startedAt = performance.now();
		let pids = await this.all();
		this.send(signal, pids);
		while (pids.length > 0 && performance.now() - startedAt < withinMs) {
			await sleep(pollMs);
			pids = this.membersOf(await processTable()).map(({ pid }) => pid);
			// The search for the others takes long.
			pids = pids.length > 0 ? pids : await this.all();
			this.send(signal, again ? pids : []);
		}
		return pids.length === 0;
	}

	private send(signal: NodeJS.Signals, pids: readonly number[]): void {
		const { root, isWrapped } = this.options;
		for (const pid of pids) {
			// Asked to end, it would kill the others before they can end in their own way.
			if (!(isWrapped && pid === root && signal === 'SIGTERM')) {
				sendSignal(pid, signal);
			}
		}
	}

	/** Also those that nothing but their environment, output or folder connects with the first one. */
	private async all(): Promise<number[]> {
		const rows = await processTable();
		const marked = new Set(await processesMarked(this.options.mark));
		for (const row of rows) {
			if (!this.isKnown(row) && (marked.has(row.pid) || this.isTied(row))) {
				this.known.set(row.pid, row.startTicks);
			}
		}
		return this.membersOf(rows).map(({ pid }) => pid);
	}

	/** A process started before the first one, such as a shell of the user in the folder, does not belong to this tree. */
	private isTied({ pid, startTicks }: ProcessRow): boolean {
		const ticks = Number(startTicks) - this.startTicks;
		// A tick is a hundredth of a second.
		if (pid === process.pid || !(ticks > 0 || (ticks === 0 && pid > this.options.root))) {
			return false;
		}
		const { outputs, folder } = tiesOf(pid);
		return outputs.some(path => this.outputs.has(path)) || this.options.folders.some(each => isWithin(folder, each));
	}

	private isKnown({ pid, startTicks }: ProcessRow): boolean {
		return this.known.get(pid) === startTicks;
	}

	/** Adds the children of known processes, and their children. */
	private membersOf(rows: readonly ProcessRow[]): ProcessRow[] {
		const children = childrenOf(rows);
		const members = new Map<number, ProcessRow>();
		const { root, group } = this.options;
		const grouped = new Set([root, ...(group?.pids() ?? [])]);
		const waiting = rows.filter(row => this.isKnown(row) || grouped.has(row.pid) || row.group === root);
		for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
			if (!members.has(row.pid)) {
				members.set(row.pid, row);
				this.known.set(row.pid, row.startTicks);
				waiting.push(...(children.get(row.pid) ?? []));
			}
		}
		return [...members.values()];
	}
}

/** A killed process disappears as soon as the system handles it. */
const killedMs = 5000;
const pollMs = 20;

function childrenOf(rows: readonly ProcessRow[]): ReadonlyMap<number, readonly ProcessRow[]> {
	const children = new Map<number, ProcessRow[]>();
	for (const row of rows) {
		const siblings = children.get(row.parent) ?? [];
		siblings.push(row);
		children.set(row.parent, siblings);
	}
	return children;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, each) => total + each, 0);
}

/** Windows has no process groups: its own tool follows the parent relations. */
function endTree(pid: number): Promise<void> {
	return new Promise(resolve => {
		// It fails if the process has already ended.
		execFile('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }, () => resolve());
	});
}
