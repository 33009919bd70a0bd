import type { ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { spawn } from 'cross-spawn';
import type { Execution } from '../../../runs/pure/model/execution';
import { childEnvironment } from '../../../system/node/processes/childEnvironment';
import { findProgram } from '../../../system/node/processes/findProgram';
import { ownIdentity } from '../../../system/node/processes/processIdentity';
import { errorText } from '../../../system/pure/errors/errorText';
import { ProgramMissingError } from '../../../system/pure/errors/programMissingError';
import { UserError } from '../../../system/pure/errors/userError';
import { BoundedText } from '../../../system/pure/text/boundedText';
import type { Command, Reach, Runner, StartedCommand } from '../../pure/execution/runner';
import { ControlGroup } from '../processes/controlGroup';
import { defaultLimits, exceededText, type Limits, mostThreads, sizeText } from '../processes/limits';
import { LimitWatch } from '../processes/limitWatch';
import { markOf } from '../processes/markedProcesses';
import { ProcessTree } from '../processes/processTree';
import { limitedAtStart, limitedInNamespace } from '../processes/startLimits';
import { Loopbacks } from './loopbacks';
import { withProgramFolders } from './projectInterpreters';
import { type ConfinedCommand, giveInput, type OpenCommand, type Sandbox } from './sandbox';

export interface ProcessRunnerOptions {
	/** Defaults to the environment of this process. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** Names of further variables that commands get. */
	readonly variables?: readonly string[];
	/** Absent: commands can do whatever the user can. */
	readonly sandbox?: Sandbox | undefined;
	readonly limits?: Limits;
	/** How many characters of stdout and of stderr are kept. */
	readonly outputLimit?: number;
	/** How long processes that are asked to terminate may take. */
	readonly graceMs?: number;
}

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

/**
 * Runs commands as processes of this machine, each in its own process group, which is terminated when the command ends,
 * in whatever way.
 */
export class ProcessRunner implements Runner {
	private readonly options: Required<ProcessRunnerOptions>;
	private readonly loopbacks: Loopbacks;

	constructor(options: ProcessRunnerOptions = {}) {
		const defaults = { env: process.env, variables: [], sandbox: undefined, limits: defaultLimits };
		this.options = { ...defaults, outputLimit: 400_000, graceMs: 2000, ...options };
		this.loopbacks = new Loopbacks(this.options.sandbox);
	}

	async run(command: Command): Promise<Execution> {
		const [id, owner] = [randomUUID(), await ownIdentity()];
		const mark = markOf(id, owner);
		command.signal?.throwIfAborted();
		const { sandbox, limits, variables: names } = this.options;
		const usual = withProgramFolders(this.options.env, command.programFolders ?? []);
		const env = { ...childEnvironment(usual, { names, extra: command.env }), ...mark };
		const reach = command.reach ?? { writable: [command.cwd], readable: [] };
		const startedAt = performance.now();
		const group = ControlGroup.make(id, owner, limits);
		const { leave, isAlone, ...shared } = await this.loopbacks.join(command.loopback);
		const confined = { reach, ...shared };
		const starting =
			process.platform === 'linux' || sandbox !== undefined
				? startWrapped(command, env, opened => wrapped(opened, { sandbox, confined, group, limits }))
				: start(command, env);
		const child = await starting.catch(async (error: unknown) => {
			leave();
			await group?.remove();
			throw error;
		});
		const texts = this.collect(child, command);
		const isWrapped = sandbox !== undefined;
		// Only of a scratch copy is it known that nobody else works in it.
		const folders = command.reach?.writable ?? [];
		const own = command.isBeside === true ? [] : folders;
		const tree = new ProcessTree({ root: child.pid ?? 0, mark, group, folders: own, isWrapped });
		command.onStart?.({ ...startedCommand(child, tree), ...(isAlone && { isAlone }) });
		const end = await this.untilEnd(child, command, tree, { folders, group }).finally(leave);
		command.signal?.throwIfAborted();
		return {
			stdout: texts.stdout.end(),
			stderr: texts.stderr.end() + (isWrapped && child.exitCode !== 0 ? leftOutText(reach) : ''),
			...exitOf(child, isWrapped && typeof command.command !== 'string'),
			timedOut: end === 'timedOut',
			...(typeof end === 'object' && end),
			durationMs: Math.round(performance.now() - startedAt),
		};
	}

	private collect(child: Child, { onOutput }: Command): { readonly stdout: OutputText; readonly stderr: OutputText } {
		const texts = {
			stdout: new OutputText(this.options.outputLimit),
			stderr: new OutputText(this.options.outputLimit),
		};
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
		tree: ProcessTree,
		{ folders, group }: { readonly folders: readonly string[]; readonly group: ControlGroup | undefined },
	): Promise<CommandEnd> {
		const { limits, graceMs } = this.options;
		const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
		const watch = new LimitWatch(tree, folders, limits);
		const first = await firstEnd(child, command, { watch, outputBytes: limits.outputBytes });
		const enforced = group?.exceeded();
		const end = enforced === undefined ? first : { exceeded: exceededText(enforced, limits) };
		// Whatever used too much is not asked: it would use more meanwhile.
		await tree.end(typeof end === 'object' ? 0 : graceMs);
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

/** Describes places that a failed command may have needed. */
function leftOutText({ leftOut = [] }: Reach): string {
	const links = leftOut.map(link => `  ${link}\n`).join('');
	const why = 'Not shown in the sandbox, as the manifests of the project do not name it, or it has hidden files';
	return leftOut.length === 0 ? '' : `\n[${why}:\n${links}]\n`;
}

/** By itself, at its time limit, by the user, or because it exceeded another limit. */
type CommandEnd = 'exit' | 'timedOut' | 'abort' | Required<Pick<Execution, 'exceeded'>>;

const unreadMs = 2000;

/**
 * On Windows most tools are batch files (`npm`, `mvn`, `./gradlew`), which Node neither finds by such a name nor starts
 * without a shell: cross-spawn does both, and passes arguments unchanged.
 */
function start(
	{ command, cwd, onStart }: Pick<Command, 'command' | 'cwd' | 'onStart'>,
	env: Record<string, string>,
	input?: Uint8Array,
): Promise<Child> {
	const shell = typeof command === 'string';
	const options = { cwd, env, detached: process.platform !== 'win32', windowsHide: true, shell } as const;
	const program = programOf(command);
	const args = typeof command === 'string' ? [] : command.slice(1);
	const stdin = onStart === undefined ? 'ignore' : 'pipe';
	const more = input === undefined ? [] : (['pipe'] as const);
	const child = spawn(program, args, { ...options, stdio: [stdin, 'pipe', 'pipe', ...more] }) as Child;
	giveInput(child, input);
	return new Promise((resolve, reject) => {
		child.once('spawn', () => resolve(child));
		child.once('error', error => reject(notStarted(program, cwd, error)));
	});
}

/** A command, as it is inside of another one that starts it. */
type Wrap = (command: Pick<OpenCommand, 'words' | 'cwd' | 'env'>) => ConfinedCommand;

interface WrapOptions {
	readonly sandbox: Sandbox | undefined;
	readonly confined: Pick<OpenCommand, 'reach' | 'loopbackOf'>;
	readonly group: ControlGroup | undefined;
	readonly limits: Limits;
}

function wrapped(command: Parameters<Wrap>[0], { sandbox, confined, group, limits }: WrapOptions): ConfinedCommand {
	const inside = limitedInNamespace(command.words, mostThreads(limits));
	const { words, ...rest } = sandbox?.confine({ ...command, ...confined, words: inside }) ?? command;
	return { ...rest, words: process.platform === 'linux' ? limitedAtStart(words, group) : words };
}

/** Throws `ProgramMissingError` before anything starts: the wrapper that starts the command has no message for it. */
async function startWrapped(
	{ command, cwd, onStart }: Command,
	env: Record<string, string>,
	wrap: Wrap,
): Promise<Child> {
	const words = typeof command === 'string' ? ['/bin/sh', '-c', command] : command;
	if (!existsSync(cwd)) {
		throw notStarted(programOf(words), cwd, new Error());
	}
	await findProgram(programOf(words), cwd, { env });
	const confined = wrap({ words, cwd, env });
	return start({ command: confined.words, cwd, ...(onStart && { onStart }) }, { ...confined.env }, confined.input);
}

/** A sandbox reports the signal that ended a program as an exit code, as a shell does. */
function exitOf({ exitCode, signalCode }: Child, isTranslated: boolean): Pick<Execution, 'exitCode' | 'signal'> {
	const reported = isTranslated && exitCode !== null && exitCode > 128 ? signalNamed(exitCode - 128) : undefined;
	const signal = signalCode ?? reported;
	return signal === undefined ? { exitCode } : { exitCode: null, signal };
}

function startedCommand({ stdin }: Child, tree: ProcessTree): StartedCommand {
	// A program may end, or close its input, before it has read everything.
	stdin?.on('error', () => undefined);
	return { write: text => stdin?.write(text), pause: () => tree.pause(), resume: () => tree.resume() };
}

function signalNamed(number: number): string | undefined {
	return Object.entries(constants.signals).find(([, each]) => each === number)?.[0];
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

interface EndWatch {
	readonly watch: LimitWatch;
	readonly outputBytes: number;
}

/** Waits for the event that ends the command first. */
function firstEnd(
	child: Child,
	{ command, cwd, timeoutMs, signal }: Command,
	{ watch, outputBytes }: EndWatch,
): Promise<CommandEnd> {
	return new Promise((resolve, reject) => {
		const abort = () => done('abort');
		const timer = setTimeout(() => done('timedOut'), timeoutMs);
		const stopWaiting = () => {
			clearTimeout(timer);
			watch.stop();
			signal?.removeEventListener('abort', abort);
		};
		const done = (end: CommandEnd) => {
			stopWaiting();
			resolve(end);
		};
		child.once('exit', () => done('exit'));
		// On Windows only the shell around a program reports that the program is missing, and only when it ends.
		child.once('error', error => {
			stopWaiting();
			reject(notStarted(programOf(command), cwd, error));
		});
		watch.start(exceeded => done({ exceeded }));
		let unused = outputBytes;
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (bytes: Buffer) => {
				unused -= bytes.length;
				if (unused < 0) {
					done({ exceeded: `more than ${sizeText(outputBytes)} of output` });
				}
			});
		}
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
