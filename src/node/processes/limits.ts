import { readdirSync } from 'node:fs';
import { lstat, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { ProcessTree } from './processTree';

/** What one command may use, all its processes together. Its time is part of the command. */
export interface Limits {
	readonly processes: number;
	readonly memoryBytes: number;
	/** What it writes to its folders. */
	readonly diskBytes: number;
	/** Of stdout and stderr together. */
	readonly outputBytes: number;
}

const gigabyte = 1024 ** 3;

export const defaultLimits: Limits = {
	processes: 256,
	memoryBytes: Math.max(2 * gigabyte, totalmem() / 2),
	diskBytes: 4 * gigabyte,
	outputBytes: gigabyte / 4,
};

/**
 * Looks at a command again and again, and reports the first limit it exceeds, in words that continue "It used". No
 * limit of the address space is set: runtimes and sanitizers reserve far more than they use.
 */
export class LimitWatch {
	private readonly startedAtMs = Date.now();
	private freeBytes: number | undefined;
	private isLooking = false;
	private timer: NodeJS.Timeout | undefined;

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
		void look();
	}

	stop(): void {
		clearInterval(this.timer);
		this.timer = undefined;
	}

	private async look(): Promise<string | undefined> {
		const { processes, memoryBytes, diskBytes } = this.limits;
		const used = await this.tree.look();
		if (used.nProcesses > processes) {
			return `more than ${processes} processes`;
		}
		if (used.memoryBytes > memoryBytes) {
			return `more than ${sizeText(memoryBytes)} of memory`;
		}
		return (await this.isDiskFull()) ? `more than ${sizeText(diskBytes)} of disk space` : undefined;
	}

	/** Files are only counted where the disk has lost that much, to anything. */
	private async isDiskFull(): Promise<boolean> {
		const [first] = this.folders;
		if (first === undefined) {
			return false;
		}
		const { bavail, bsize } = await statfs(first);
		this.freeBytes ??= bavail * bsize;
		if (this.freeBytes - bavail * bsize <= this.limits.diskBytes) {
			return false;
		}
		this.freeBytes = bavail * bsize;
		let written = 0;
		for (const folder of this.folders) {
			written += await bytesWritten(folder, this.startedAtMs);
		}
		return written > this.limits.diskBytes;
	}
}

/** Elsewhere each look starts a program. */
const intervalMs = process.platform === 'linux' ? 200 : 1000;

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

/** `4 GB`, `100 MB`. */
export function sizeText(bytes: number): string {
	const megabytes = bytes / 1024 ** 2;
	return megabytes < 1024 ? `${Math.round(megabytes)} MB` : `${Math.round(megabytes / 102.4) / 10} GB`;
}
