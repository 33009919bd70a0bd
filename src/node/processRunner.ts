import type { ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { spawn } from 'cross-spawn';
import type { Execution } from '../core/model/execution';
import { type Command, ProgramMissingError, type Runner } from '../core/ports';
import { errorText } from '../core/util/errorText';
import { UserError } from '../core/util/userError';
import { childEnvironment } from './processes/childEnvironment';
import { endProcesses, type ProcessFamily } from './processes/endProcesses';
import { markOf } from './processes/markedProcesses';
import { OutputText } from './processes/outputText';
import { ownIdentity } from './processes/processIdentity';

export interface ProcessRunnerOptions {
	/** This process's own unless given. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** How many characters of stdout and of stderr are kept. */
	readonly outputLimit?: number;
	/** How long processes that are asked to end have for it. */
	readonly graceMs?: number;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Runs commands as processes of this machine, each in a group of its own, which is ended when the command ends, however
 * that comes.
 */
export class ProcessRunner implements Runner {
	private readonly env: Readonly<Record<string, string | undefined>>;
	private readonly outputLimit: number;
	private readonly graceMs: number;

	constructor({ env = process.env, outputLimit = 400_000, graceMs = 2000 }: ProcessRunnerOptions = {}) {
		this.env = env;
		this.outputLimit = outputLimit;
		this.graceMs = graceMs;
	}

	async run(command: Command): Promise<Execution> {
		const mark = markOf(randomUUID(), await ownIdentity());
		command.signal?.throwIfAborted();
		const startedAt = performance.now();
		const child = await start(command, { ...childEnvironment(this.env, command.env), ...mark });
		const texts = this.collect(child, command);
		const end = await this.untilEnd(child, command, { pid: child.pid ?? 0, mark });
		command.signal?.throwIfAborted();
		return {
			stdout: texts.stdout.end(),
			stderr: texts.stderr.end(),
			exitCode: child.exitCode,
			...(child.signalCode !== null && { signal: child.signalCode }),
			timedOut: end === 'timedOut',
			durationMs: Math.round(performance.now() - startedAt),
		};
	}

	private collect(child: Child, { onOutput }: Command): { readonly stdout: OutputText; readonly stderr: OutputText } {
		const texts = { stdout: new OutputText(this.outputLimit), stderr: new OutputText(this.outputLimit) };
		for (const stream of ['stdout', 'stderr'] as const) {
			child[stream].on('data', (bytes: Buffer) => {
				const piece = texts[stream].add(bytes);
				onOutput?.(stream, piece);
			});
		}
		return texts;
	}

	/** Returns once the process and all it started are gone, and what they wrote is read. */
	private async untilEnd(
		child: Child,
		command: Command,
		family: ProcessFamily,
	): Promise<'exit' | 'timedOut' | 'abort'> {
		const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
		const end = await firstEnd(child, command);
		await endProcesses(family, this.graceMs);
		// Whoever hid from us may hold the pipes open.
		const unread = setTimeout(() => {
			child.stdout.destroy();
			child.stderr.destroy();
		}, unreadMs);
		await closed;
		clearTimeout(unread);
		return end;
	}
}

const unreadMs = 2000;

/**
 * On Windows most tools are batch files there (`npm`, `mvn`, `./gradlew`), which Node neither finds by such a name nor
 * starts without a shell: cross-spawn does both, with arguments as they are.
 */
function start({ command, cwd }: Command, env: Record<string, string>): Promise<Child> {
	const options = { cwd, env, detached: process.platform !== 'win32', windowsHide: true } as const;
	const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
	const program = programOf(command);
	const args = typeof command === 'string' ? [] : command.slice(1);
	const child = spawn(program, args, { ...options, stdio, shell: typeof command === 'string' });
	return new Promise((resolve, reject) => {
		child.once('spawn', () => resolve(child));
		child.once('error', error => reject(notStarted(program, cwd, error)));
	});
}

function programOf(command: Command['command']): string {
	return typeof command === 'string' ? command : (command[0] ?? '');
}

function notStarted(program: string, cwd: string, error: Error): UserError {
	if (!existsSync(cwd)) {
		return new UserError(`${program} was not started: the folder ${cwd} is gone.`);
	}
	const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
	return isMissing
		? new ProgramMissingError(program)
		: new UserError(`${program} could not be started: ${errorText(error)}`);
}

/** What comes first: the process ends by itself, its time is up, or it is cancelled. */
function firstEnd(child: Child, { command, cwd, timeoutMs, signal }: Command): Promise<'exit' | 'timedOut' | 'abort'> {
	return new Promise((resolve, reject) => {
		const abort = () => done('abort');
		const timer = setTimeout(() => done('timedOut'), timeoutMs);
		const stopWaiting = () => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', abort);
		};
		const done = (end: 'exit' | 'timedOut' | 'abort') => {
			stopWaiting();
			resolve(end);
		};
		child.once('exit', () => done('exit'));
		// On Windows only the shell around a program tells that there is no such program, and when it ends.
		child.once('error', error => {
			stopWaiting();
			reject(notStarted(programOf(command), cwd, error));
		});
		signal?.addEventListener('abort', abort, { once: true });
		if (signal?.aborted) {
			abort();
		}
	});
}
