import { type ChildProcessByStdio, execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from 'cross-spawn';
import type { Execution } from '../core/model/execution';
import { type Command, ProgramMissingError, type Runner } from '../core/ports';
import { BoundedText } from '../core/util/boundedText';
import { errorText } from '../core/util/errorText';
import { UserError } from '../core/util/userError';
import { childEnvironment } from './processes/childEnvironment';
import { listProcesses } from './processes/listProcesses';
import { markOf, processesMarked } from './processes/markedProcesses';
import { ownIdentity } from './processes/processIdentity';
import { processStatus } from './processes/processStatus';

export interface ProcessRunnerOptions {
	/** Defaults to the environment of this process. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** How many characters of stdout and of stderr are kept. */
	readonly outputLimit?: number;
	/** How long processes that are asked to terminate may take. */
	readonly graceMs?: number;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Runs commands as processes of this machine, each in its own process group, which is terminated when the command ends,
 * in whatever way.
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

	/** Returns once the process and all it started are gone, and their output is read. */
	private async untilEnd(
		child: Child,
		command: Command,
		family: ProcessFamily,
	): Promise<'exit' | 'timedOut' | 'abort'> {
		const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
		const end = await firstEnd(child, command);
		await endProcesses(family, this.graceMs);
		// A process that escaped us may keep the pipes open.
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
 * On Windows most tools are batch files (`npm`, `mvn`, `./gradlew`), which Node neither finds by such a name nor starts
 * without a shell: cross-spawn does both, and passes arguments unchanged.
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

/** The first of: the process ends by itself, it times out, it is cancelled. */
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
		// On Windows only the shell around a program reports that the program is missing, and only when it ends.
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

/** The output of a process, UTF-8 in pieces: as much of it as is kept. */
class OutputText {
	private readonly decoder = new StringDecoder('utf8');
	private readonly kept: BoundedText;

	/** `limit` in characters. */
	constructor(limit: number) {
		this.kept = new BoundedText(limit);
	}

	/** Returns the piece as text, without a character that is still incomplete. */
	add(bytes: Buffer): string {
		const piece = this.decoder.write(bytes);
		this.kept.add(piece);
		return piece;
	}

	/** Call once, after the last piece. */
	end(): string {
		this.kept.add(this.decoder.end());
		return this.kept.text();
	}
}

interface ProcessFamily {
	/** Leader of its process group. */
	readonly pid: number;
	/** Variables in its environment that identify it. */
	readonly mark: Readonly<Record<string, string>>;
}

/**
 * Terminates a process with all it started: asks first, and kills after `graceMs`. Returns once all are gone, or
 * nothing more can be done.
 */
async function endProcesses(family: ProcessFamily, graceMs: number): Promise<void> {
	if (process.platform === 'win32') {
		return endTree(family.pid);
	}
	await sendAll(family, 'SIGTERM');
	if (!(await areGone(family, graceMs))) {
		await sendAll(family, 'SIGKILL');
		await areGone(family, killedMs);
	}
}

/** A killed process disappears as soon as the system handles it. */
const killedMs = 5000;
const pollMs = 20;

/** Sends a signal to the group, and to the processes that left it. */
async function sendAll({ pid, mark }: ProcessFamily, signal: NodeJS.Signals): Promise<void> {
	for (const each of [-pid, ...(await processesMarked(mark))]) {
		send(each, signal);
	}
}

async function areGone(family: ProcessFamily, withinMs: number): Promise<boolean> {
	for (let waitedMs = 0; await isAnyAlive(family); waitedMs += pollMs) {
		if (waitedMs >= withinMs) {
			return false;
		}
		await sleep(pollMs);
	}
	return true;
}

async function isAnyAlive({ pid, mark }: ProcessFamily): Promise<boolean> {
	return (send(-pid, 0) && (await isGroupAlive(pid))) || (await processesMarked(mark)).length > 0;
}

/** A group of zombies still accepts signals; other processes determine when they are reaped. */
async function isGroupAlive(groupId: number): Promise<boolean> {
	const statuses = await Promise.all((await listProcesses()).map(processStatus));
	return statuses.length === 0 || statuses.some(each => each?.groupId === groupId && !each.hasEnded);
}

/** Whether there was a process to receive the signal. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(pid, signal);
	} catch {
		// It has ended, or we lack permission to signal it.
		return false;
	}
}

/** Windows has no process groups: its own tool follows the parent relations. */
function endTree(pid: number): Promise<void> {
	return new Promise(resolve => {
		// It fails where the process has already ended.
		execFile('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }, () => resolve());
	});
}
