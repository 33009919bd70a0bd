import { execFile } from 'node:child_process';
import { childEnvironment } from '../processes/childEnvironment';

/** What a program of git answered. */
export interface GitAnswer {
	readonly stdout: Buffer;
	readonly stderr: string;
	/** Undefined where there is no git on this machine. */
	readonly exitCode: number | undefined;
}

/**
 * Runs git in a folder, so that it changes nothing by the way: no hook, no file watcher, no refreshed index, no question.
 * A non-zero exit code is an answer.
 */
export function askGit(folder: string, args: readonly string[], input?: Buffer): Promise<GitAnswer> {
	return new Promise(resolve => {
		const options = { cwd: folder, env: environment(), encoding: 'buffer', maxBuffer: answerLimitBytes } as const;
		const child = execFile('git', [...quiet, ...args], { ...options, windowsHide: true }, (error, stdout, stderr) => {
			const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
			const told = exitCode === undefined && error !== null ? error.message : stderr.toString('utf8').trim();
			resolve({ stdout, stderr: told, exitCode });
		});
		// A git that stops reading says why on stderr.
		child.stdin?.on('error', () => undefined);
		child.stdin?.end(input);
	});
}

/** Output of a command that has to succeed. */
export async function runGit(folder: string, args: readonly string[], input?: Buffer): Promise<Buffer> {
	const { stdout, stderr, exitCode } = await askGit(folder, args, input);
	if (exitCode !== 0) {
		throw new Error(`git ${args.join(' ')} in ${folder}: ${stderr}`);
	}
	return stdout;
}

/** The entries of an answer that ends each with a NUL. Paths are taken for UTF-8. */
export function entriesOf(answer: Buffer): string[] {
	return answer.toString('utf8').split('\0').filter(Boolean);
}

const answerLimitBytes = 1024 * 1024 * 1024;

const quiet = [
	['core.hooksPath', '/dev/null'],
	['core.fsmonitor', 'false'],
	['core.untrackedCache', 'false'],
	['core.splitIndex', 'false'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Without the variables that would lead it to another repository than that of the folder. */
function environment(): Record<string, string> {
	return childEnvironment(process.env, { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'POSIX' });
}
