import { readdirSync } from 'node:fs';
import { lstat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readOr } from '../../../system/node/processes/processTable';
import { exceededText, type Limits } from './limits';
import type { ProcessTree } from './processTree';

/**
 * Looks at a command again and again, and reports the first limit it exceeds. No limit of the address space is set:
 * runtimes and sanitizers reserve far more than they use.
 */
export class LimitWatch {
	private readonly startedAtMs = Date.now();
	private firstFreeBytes: number | undefined;
	private freeBytes: number | undefined;
	private isLooking = false;
	private timer: NodeJS.Timeout | undefined;
	private bombTimer: NodeJS.Timeout | undefined;
	private knownThreads: number | undefined;

	constructor(
		private readonly tree: ProcessTree,
		private readonly folders: readonly string[],
		private readonly limits: Limits,
	) {}

	start(onExceeded: (what: string) => void): void {
		const look = async () => {
			if (this.isLooking) {
				return;
			}
			this.isLooking = true;
			const exceeded = await this.look().catch(() => undefined);
			this.isLooking = false;
			if (exceeded !== undefined && this.timer !== undefined) {
				this.stop();
				onExceeded(exceeded);
			}
		};
		this.timer = setInterval(() => void look(), intervalMs);
		this.bombTimer = setInterval(() => this.hasManyNew() && void look(), bombMs);
		void look();
	}

	stop(): void {
		clearInterval(this.timer);
		clearInterval(this.bombTimer);
		this.timer = undefined;
	}

	/**
	 * Whether this machine has so many more threads than at the last such look that another is due (Linux): a quick
	 * question.
	 */
	private hasManyNew(): boolean {
		const threads = Number(/^\S+ \S+ \S+ \d+\/(\d+)/.exec(readOr('/proc/loadavg'))?.[1] ?? 0);
		this.knownThreads ??= threads;
		const isDue = threads - this.knownThreads > this.limits.processes;
		// Other programs may have started them: then they are no reason to look again.
		this.knownThreads = isDue ? threads : this.knownThreads;
		return isDue;
	}

	private async look(): Promise<string | undefined> {
		const { processes, memoryBytes } = this.limits;
		const used = await this.tree.look();
		if (used.nProcesses > processes) {
			return exceededText('processes', this.limits);
		}
		if (used.memoryBytes > memoryBytes) {
			return exceededText('memory', this.limits);
		}
		return this.exceededDisk();
	}

	/** Files are only counted if the disk has lost that much, to anything. Half of the free space is left to others. */
	private async exceededDisk(): Promise<string | undefined> {
		const [first] = this.folders;
		if (first === undefined) {
			return undefined;
		}
		const { bavail, bsize } = await statfs(first);
		const freeBytes = bavail * bsize;
		this.firstFreeBytes ??= freeBytes;
		this.freeBytes ??= freeBytes;
		const diskBytes = Math.min(this.limits.diskBytes, this.firstFreeBytes / 2);
		if (this.freeBytes - freeBytes <= diskBytes) {
			return undefined;
		}
		this.freeBytes = freeBytes;
		let written = 0;
		for (const folder of this.folders) {
			written += await bytesWritten(folder, this.startedAtMs);
		}
		return written > diskBytes ? exceededText('disk', { ...this.limits, diskBytes }) : undefined;
	}
}

/** Elsewhere each look starts a program. */
const intervalMs = process.platform === 'linux' ? 200 : 1000;
const bombMs = 20;

/** The size of the files below a folder that changed since a time, in milliseconds. */
async function bytesWritten(top: string, sinceMs: number): Promise<number> {
	let bytes = 0;
	const waiting = [top];
	for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
		for (const entry of entriesOf(folder)) {
			const path = join(folder, entry.name);
			if (entry.isDirectory()) {
				waiting.push(path);
			} else if (entry.isFile()) {
				const found = await lstat(path).catch(() => undefined);
				bytes += found !== undefined && found.ctimeMs >= sinceMs ? found.blocks * blockBytes : 0;
			}
		}
	}
	return bytes;
}

/** The unit of `blocks`, whatever the file system. */
const blockBytes = 512;

function entriesOf(folder: string) {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}
