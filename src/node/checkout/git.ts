import { execFile, spawn } from 'node:child_process';
import { childEnvironment } from '../processes/childEnvironment';
import { findProgram } from '../processes/findProgram';
import { installCommand } from '../processes/installCommand';

/** The result of a git command. */
export interface GitAnswer {
	readonly stdout: Buffer;
	readonly stderr: string;
	/** Undefined where git is not installed. */
	readonly exitCode: number | undefined;
}

export interface GitOptions {
	readonly input?: Buffer;
	/** The tree that the folder is about, if it is not in it: no program of that tree is taken for git. */
	readonly tree?: string;
	readonly timeoutMs?: number;
	/** Added to the environment. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** Names of variables that git gets as well, where they are set. */
	readonly names?: readonly string[];
	readonly signal?: AbortSignal;
}

/**
 * Runs git in a folder without side effects: no hook, no file watcher, no index refresh, no prompt, no other machine. A
 * non-zero exit code is a result. Git is the first one on PATH outside of the folder.
 */
export async function askGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
	const { input, tree = folder, timeoutMs = usualMs, signal } = options;
	const env = environment(options);
	const program = await findProgram('git', folder, { env, without: [folder, tree] }).catch(() => undefined);
	if (program === undefined) {
		const command = await installCommand('git');
		const how = command === undefined ? '' : `; install it: ${command}`;
		return { stdout: Buffer.alloc(0), stderr: `git was not found${how}`, exitCode: undefined };
	}
	return new Promise(resolve => {
		const limits = { maxBuffer: answerLimitBytes, timeout: timeoutMs, killSignal: 'SIGKILL' } as const;
		const where = { cwd: folder, env, encoding: 'buffer', windowsHide: true } as const;
		const child = execFile(
			program,
			[...quiet, ...args],
			{ ...where, ...limits, ...(signal && { signal }) },
			(error, stdout, stderr) => {
				const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
				const ended = error?.killed ? `git did not answer within ${timeoutMs / 1000} s` : error?.message;
				const message = exitCode === undefined ? ended : stderr.toString('utf8').trim();
				resolve({ stdout, stderr: message ?? '', exitCode });
			},
		);
		// When git stops reading, it reports the reason on stderr.
		child.stdin?.on('error', () => undefined);
		child.stdin?.end(input);
	});
}

/** How a command ended whose output was taken as it arrived. */
export interface StreamedAnswer {
	/** The last of it. */
	readonly stderr: string;
	/** Undefined where git is not installed, or was ended: by the time limit, the signal, or what took the output. */
	readonly exitCode: number | undefined;
}

/** As `askGit`, for any amount of output. `take` returns false when it needs no more. */
export async function streamGit(
	folder: string,
	args: readonly string[],
	{ input, tree = folder, timeoutMs = usualMs, signal, ...rest }: GitOptions,
	take: (chunk: Uint8Array) => boolean,
): Promise<StreamedAnswer> {
	const env = environment(rest);
	const program = await findProgram('git', folder, { env, without: [folder, tree] }).catch(() => undefined);
	if (program === undefined || signal?.aborted) {
		return { stderr: 'git was not found', exitCode: undefined };
	}
	return new Promise(resolve => {
		const child = spawn(program, [...quiet, ...args], { cwd: folder, env, windowsHide: true });
		const stop = () => child.kill('SIGKILL');
		const timer = setTimeout(stop, timeoutMs);
		signal?.addEventListener('abort', stop, { once: true });
		let isTaking = true;
		let stderr = '';
		child.stdout.on('data', (chunk: Buffer) => {
			isTaking &&= take(chunk);
			if (!isTaking) {
				stop();
			}
		});
		child.stderr.on('data', (chunk: Buffer) => {
			stderr = (stderr + chunk.toString('utf8')).slice(-streamedErrorLength);
		});
		const end = (exitCode: number | null, message = stderr.trim()) => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', stop);
			resolve({ stderr: message, exitCode: exitCode ?? undefined });
		};
		child.once('error', error => end(null, error.message));
		child.once('close', code => end(code));
		child.stdin.on('error', () => undefined);
		child.stdin.end(input);
	});
}

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
/** Listing the largest repositories on a slow disk takes a minute; a pipe where git expects a file blocks for ever. */
const usualMs = 180_000;

const quiet = [
	['core.hooksPath', '/dev/null'],
	['core.fsmonitor', 'false'],
	['core.untrackedCache', 'false'],
	['core.splitIndex', 'false'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Without the variables that would select another repository than that of the folder. */
function environment({ env = {}, names = [] }: GitOptions): Record<string, string> {
	const extra = {
		...{ GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'POSIX' },
		// No protocol has this name, and the variable outranks every configuration.
		...{ GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' },
	};
	return childEnvironment(process.env, { names, extra: { ...extra, ...env } });
}
