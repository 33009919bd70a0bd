import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

export interface Measured {
	/** Seconds. */
	readonly wall: number;
	/** Seconds of CPU time of the process and of all processes it waited for. */
	readonly cpu: number;
	/** The highest sum of the resident memory of all processes at one time, in megabytes; pages that two share count twice. */
	readonly peak: number;
}

export interface MeasuredCommand {
	readonly command: string;
	readonly args: readonly string[];
	readonly cwd?: string;
	readonly env?: Readonly<Record<string, string>>;
}

const sampledEachMs = 15;

/** Runs a program to its end and reads its costs from /proc, so on Linux only. Throws where it fails. */
export async function measure({ command, args, cwd, env }: MeasuredCommand): Promise<Measured> {
	const cpuBefore = waitedCpu();
	const startedAt = performance.now();
	const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
	const errors: Buffer[] = [];
	child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
	const ended = once(child, 'exit').then(([code]) => ({ code, at: performance.now() }));
	let end: Awaited<typeof ended> | undefined;
	let peak = 0;
	while (end === undefined) {
		peak = Math.max(peak, child.pid === undefined ? 0 : residentOfTree(child.pid));
		end = await Promise.race([ended, setTimeout(sampledEachMs, undefined)]);
	}
	if (end.code !== 0) {
		throw new Error(`${command} ${args.join(' ')} ended with ${end.code}\n${Buffer.concat(errors).toString()}`);
	}
	return { wall: (end.at - startedAt) / 1000, cpu: waitedCpu() - cpuBefore, peak: peak / 1e6 };
}

/** Seconds of CPU time of all ended children of this process; the kernel counts in hundredths. */
function waitedCpu(): number {
	const stat = readFileSync('/proc/self/stat', 'latin1');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Bytes of a process and all below it. */
function residentOfTree(pid: number): number {
	try {
		const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
		const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
		return children.reduce((sum, child) => sum + residentOfTree(Number(child)), pages * 4096);
	} catch {
		return 0; // It ended meanwhile.
	}
}
