import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

/** Runs a program that is part of making things ready; throws where it does not start. Returns its exit code. */
export function runCommand([program = '', ...args]: readonly string[], cwd?: string): number {
	const { status, error } = spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'ignore'] });
	if (error !== undefined) {
		throw error;
	}
	return status ?? 1;
}

export interface ProgramEnd {
	/** Absent: killed, for its time or its output. */
	readonly exitCode?: number;
	/** Both streams as they came. */
	readonly output: string;
}

export interface ProgramOptions {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	readonly timeoutMs: number;
}

const outputLimitBytes = 4 * 1024 * 1024;

/** Runs a shell command in a process group of its own, which ends with it. */
export function runProgram(command: string, { cwd, env, timeoutMs }: ProgramOptions): Promise<ProgramEnd> {
	return new Promise(resolve => {
		const child = spawn('/bin/sh', ['-c', `exec 2>&1; ${command}`], { cwd, env, detached: true });
		const timer = setTimeout(() => killGroup(child), timeoutMs);
		const chunks: Buffer[] = [];
		let nBytes = 0;
		child.stdout.on('data', (chunk: Buffer) => {
			chunks.push(chunk);
			nBytes += chunk.length;
			if (nBytes > outputLimitBytes) {
				killGroup(child);
			}
		});
		child.on('close', code => {
			clearTimeout(timer);
			killGroup(child);
			const output = Buffer.concat(chunks).toString('utf8');
			resolve({ output, ...(code !== null && { exitCode: code }) });
		});
	});
}

function killGroup({ pid }: ChildProcess): void {
	try {
		process.kill(-(pid ?? 0), 'SIGKILL');
	} catch {
		// It has ended.
	}
}
