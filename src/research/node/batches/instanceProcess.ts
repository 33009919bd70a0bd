import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { BoundedText } from '../../../system/pure/text/boundedText';

export interface InstanceCommand {
	/** The command line's program, for Node. */
	readonly program: string;
	readonly words: readonly string[];
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
}

export interface InstanceEnd {
	readonly stdout: string;
	/** Its beginning and end, if it is long. */
	readonly stderr: string;
	/** Null if a signal ended it. */
	readonly exitCode: number | null;
	readonly killedBy: NodeJS.Signals | null;
	readonly isTimeout: boolean;
}

/** Keeping a cancelled run's data, and ending its programs, takes seconds. */
const cancelMs = 30_000;
const stderrChars = 8000;

/**
 * Runs the command line in a process of its own, which is cancelled through a channel: at the abort, at the time limit,
 * and by the system if this process ends in any way. A process that does not end then is killed. Rejects if it cannot
 * be started.
 */
export async function runInstanceProcess(command: InstanceCommand): Promise<InstanceEnd> {
	const { program, words, timeoutMs, signal } = command;
	const child = spawn(process.execPath, [...process.execArgv, program, ...words], {
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		// Of its own process group: Ctrl-C reaches it once, from here.
		detached: process.platform !== 'win32',
		windowsHide: true,
	});
	// Not `close`, which never comes once the channel is closed from here.
	const exited = once(child, 'exit');
	const errors = new BoundedText(stderrChars);
	child.stderr?.setEncoding('utf8').on('data', (piece: string) => errors.add(piece));
	const output = child.stdout === null ? '' : text(child.stdout);
	let isTimeout = false;
	const killTimers: NodeJS.Timeout[] = [];
	const cancel = () => {
		if (child.connected) {
			child.disconnect();
		}
		killTimers.push(setTimeout(() => kill(child), cancelMs));
	};
	const timer = setTimeout(() => {
		isTimeout = true;
		cancel();
	}, timeoutMs);
	signal.addEventListener('abort', cancel, { once: true });
	if (signal.aborted) {
		cancel();
	}
	try {
		const [stdout] = await Promise.all([output, exited, child.stderr && finished(child.stderr)]);
		const { exitCode, signalCode: killedBy } = child;
		return { stdout, stderr: errors.text(), exitCode, killedBy, isTimeout };
	} finally {
		signal.removeEventListener('abort', cancel);
		[timer, ...killTimers].forEach(clearTimeout);
	}
}

/** With all of its group. */
function kill(child: ChildProcess): void {
	try {
		process.platform === 'win32' || child.pid === undefined
			? child.kill('SIGKILL')
			: process.kill(-child.pid, 'SIGKILL');
	} catch {
		// It has ended.
	}
}
