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

/** What a process writes, UTF-8 in pieces: as much of it as is kept. */
class OutputText {
	private readonly decoder = new StringDecoder('utf8');
	private readonly kept: BoundedText;

	/** `limit` in characters. */
	constructor(limit: number) {
		this.kept = new BoundedText(limit);
	}

	/** Returns the piece as text, but for a character that is not whole yet. */
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
	/** Leads its process group. */
	readonly pid: number;
	/** What its environment carries. */
	readonly mark: Readonly<Record<string, string>>;
}

/**
 * Ends a process with all it started: asks first, and after `graceMs` no more. Returns once all are gone, or cannot be
 * helped.
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

/** A process that was killed is gone as soon as the system gets to it. */
const killedMs = 5000;
const pollMs = 20;

/** To the group, and to those that left it. */
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

/** A group of zombies can still be sent signals; it depends on others when these are cleared away. */
async function isGroupAlive(groupId: number): Promise<boolean> {
	const statuses = await Promise.all((await listProcesses()).map(processStatus));
	return statuses.length === 0 || statuses.some(each => each?.groupId === groupId && !each.hasEnded);
}

/** Whether there was one to get the signal. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(pid, signal);
	} catch {
		// It has ended, or it is one we have no power over.
		return false;
	}
}

/** Windows has no groups: its own tool follows who started whom. */
function endTree(pid: number): Promise<void> {
	return new Promise(resolve => {
		// It fails where the process has ended already.
		execFile('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }, () => resolve());
	});
}
