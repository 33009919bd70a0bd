import { spawn } from 'node:child_process';
import { childEnvironment } from '../../../system/node/processes/childEnvironment';
import { findProgram } from '../../../system/node/processes/findProgram';
import { installCommand } from '../../../system/node/processes/installCommand';
import { sendSignal } from '../../../system/node/processes/sendSignal';
import { repositoryProblem } from './repositoryProblem';

/** The result of a git command. */
export interface GitAnswer {
	readonly stdout: Buffer;
	readonly stderr: string;
	/** Undefined if git is not installed. */
	readonly exitCode: number | undefined;
}

export interface GitOptions {
	readonly input?: Buffer;
	/** The tree that the folder is about, if it is not in it: no program of that tree is taken for git. */
	readonly tree?: string;
	readonly timeoutMs?: number;
	/** Added to the environment. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** Names of variables that are passed to git too, if set. */
	readonly names?: readonly string[];
	readonly signal?: AbortSignal;
}

/**
 * Runs git in a folder without side effects: no hook, no file watcher, no index refresh, no prompt, no other machine. A
 * non-zero exit code is a result, even if the folder names a repository that is not its own. Git is the first one on
 * PATH outside of the folder.
 */
export async function askGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
	const chunks: Uint8Array[] = [];
	let nBytes = 0;
	const ended = await streamGit(folder, args, options, chunk => {
		chunks.push(chunk);
		nBytes += chunk.length;
		return nBytes <= answerLimitBytes;
	});
	return { ...ended, stdout: Buffer.concat(chunks) };
}

/** How a command ended whose output was taken as it arrived. */
export interface StreamedAnswer {
	/** The last of it. */
	readonly stderr: string;
	/** Undefined if git is not installed, or was ended: by the time limit, the signal, or the consumer of the output. */
	readonly exitCode: number | undefined;
}

/** As `askGit`, for any amount of output. `take` returns false when it needs no more. */
export async function streamGit(
	folder: string,
	args: readonly string[],
	options: GitOptions,
	take: (chunk: Uint8Array) => boolean,
): Promise<StreamedAnswer> {
	const { input, tree = folder, timeoutMs = usualMs, signal } = options;
	const problem = options.tree === undefined ? repositoryProblem(folder) : undefined;
	if (problem !== undefined) {
		return { stderr: `the repository of ${folder} is not read, as ${problem}`, exitCode: refusedCode };
	}
	const env = environment(options);
	const program = await findProgram('git', folder, { env, without: [folder, tree] }).catch(() => undefined);
	if (program === undefined) {
		const command = await installCommand('git');
		const how = command === undefined ? '' : `; install it: ${command}`;
		return { stderr: `git was not found${how}`, exitCode: undefined };
	}
	if (signal?.aborted) {
		return { stderr: 'git was cancelled', exitCode: undefined };
	}
	return new Promise(resolve => {
		// In a group of its own, so that the programs that git starts end with it.
		const detached = process.platform !== 'win32';
		const child = spawn(program, [...quiet, ...args], { cwd: folder, env, windowsHide: true, detached });
		let stopped: string | undefined;
		const stop = (why: string) => {
			stopped ??= why;
			sendSignal(detached ? -(child.pid ?? 0) : (child.pid ?? 0), 'SIGKILL');
		};
		const timer = setTimeout(() => stop(`git did not answer within ${timeoutMs / 1000} s`), timeoutMs);
		const cancel = () => stop('git was cancelled');
		signal?.addEventListener('abort', cancel, { once: true });
		let isTaking = true;
		let stderr = '';
		child.stdout.on('data', (chunk: Buffer) => {
			isTaking &&= take(chunk);
			if (!isTaking) {
				stop('git was stopped');
			}
		});
		child.stderr.on('data', (chunk: Buffer) => {
			stderr = (stderr + chunk.toString('utf8')).slice(-streamedErrorLength);
		});
		const end = (exitCode: number | null, message = stopped ?? stderr.trim()) => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', cancel);
			resolve({ stderr: message, exitCode: stopped === undefined ? (exitCode ?? undefined) : undefined });
		};
		child.once('error', error => end(null, error.message));
		child.once('close', code => end(code));
		// When git stops reading, it reports the reason on stderr.
		child.stdin.on('error', () => undefined);
		child.stdin.end(input);
	});
}

/** Git's exit code if it cannot use a repository. */
const refusedCode = 128;
const streamedErrorLength = 2000;

/** Output of a command that must succeed. */
export async function runGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
	const { stdout, stderr, exitCode } = await askGit(folder, args, options);
	if (exitCode !== 0) {
		throw new Error(`git ${args.join(' ')} in ${folder}: ${stderr}`);
	}
	return stdout;
}

/** The entries of a NUL-terminated list. Paths are read as UTF-8. */
export function entriesOf(answer: Buffer): string[] {
	return answer.toString('utf8').split('\0').filter(Boolean);
}

const answerLimitBytes = 1024 * 1024 * 1024;
/**
 * Listing the largest repositories on a slow disk takes a minute; a pipe instead of an expected file blocks forever.
 */
const usualMs = 180_000;

const quiet = [
	['core.hooksPath', '/dev/null'],
	['core.fsmonitor', 'false'],
	['core.untrackedCache', 'false'],
	['core.splitIndex', 'false'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Leaves out the variables that would select a repository other than the folder's. */
function environment({ env = {}, names = [] }: GitOptions): Record<string, string> {
	const extra = {
		...{ GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'POSIX' },
		// No protocol has this name, and the variable outranks every configuration.
		...{ GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' },
	};
	return childEnvironment(process.env, { names, extra: { ...extra, ...env } });
}
