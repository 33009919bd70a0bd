import { totalmem } from 'node:os';

/** The resources one command may use, with all its processes. Its time is part of the command. */
export interface Limits {
	readonly processes: number;
	readonly memoryBytes: number;
	/** The bytes it writes to its folders. */
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

/** The kernel counts threads, and each process has some. It stops a fork bomb until the watch ends it. */
export function mostThreads({ processes }: Pick<Limits, 'processes'>): number {
	return 8 * processes;
}

/** Names the resource a command used too much of, in words that continue "It used". */
export function exceededText(what: 'processes' | 'memory' | 'disk', limits: Limits): string {
	switch (what) {
		case 'processes':
			return `more than ${limits.processes} processes`;
		case 'memory':
			return `more than ${sizeText(limits.memoryBytes)} of memory`;
		default:
			return `more than ${sizeText(limits.diskBytes)} of disk space`;
	}
}

/** `4 GB`, `100 MB`. */
export function sizeText(bytes: number): string {
	const megabytes = bytes / 1024 ** 2;
	return megabytes < 1024 ? `${Math.round(megabytes)} MB` : `${Math.round(megabytes / 102.4) / 10} GB`;
}
