import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program that prints nothing for so long hangs. There is no other limit: a busy machine is slow. */
const silentMs = 10 * 60_000;

/** The programs that this process started; a signal to it ends them first. */
export class Programs {
	readonly #running = new Set<ChildProcess>();

	/** Starts a program with pipes, and calls `onChunk` with what it prints. It ends when it is silent for too long. */
	start(
		command: string,
		words: readonly string[],
		{ onChunk, ...options }: SpawnOptions & { readonly onChunk: (chunk: Buffer) => void },
	): StartedProgram {
		const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
		const env = { ...colors, ...process.env, ...options.env };
		const child = spawn(command, words, { stdio: ['inherit', 'pipe', 'pipe'], ...options, env });
		this.#running.add(child);
		const timer = setTimeout(() => {
			onChunk(Buffer.from(`\n*** nothing printed for ${silentMs / 60_000} minutes\n`));
			void end(child);
		}, silentMs);
		for (const stream of [child.stdout, child.stderr]) {
			stream?.on('data', (chunk: Buffer) => {
				timer.refresh();
				onChunk(chunk);
			});
		}
		const ended = once(child, 'close').then(([code, signal]: (number | string | null)[]) => {
			clearTimeout(timer);
			this.#running.delete(child);
			return code === 0 ? undefined : `ended with ${signal ?? `exit code ${code}`}`;
		});
		return { child, ended, isAlive: () => void timer.refresh() };
	}

	/** Runs a program to its end. Rejects on a non-zero exit code. */
	async run(command: string, words: readonly string[], options: Parameters<Programs['start']>[2]): Promise<void> {
		const problem = await this.start(command, words, options).ended;
		if (problem !== undefined) {
			throw new Error(problem);
		}
	}

	async endAll(): Promise<void> {
		await Promise.all([...this.#running].map(end));
	}
}

export interface StartedProgram {
	readonly child: ChildProcess;
	/** How it failed; undefined where it did not. */
	readonly ended: Promise<string | undefined>;
	/** To be called when it has shown in another way than by printing that it does not hang. */
	isAlive(): void;
}

/** Sends SIGTERM first, so that a program can end its own children. */
async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) {
		return;
	}
	const closed = once(child, 'close');
	child.kill('SIGTERM');
	const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
	await closed;
	clearTimeout(timer);
}
