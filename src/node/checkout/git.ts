import { execFile } from 'node:child_process';
import { childEnvironment } from '../processes/childEnvironment';

/** The result of a git command. */
export interface GitAnswer {
	readonly stdout: Buffer;
	readonly stderr: string;
	/** Undefined where git is not installed. */
	readonly exitCode: number | undefined;
}

/**
 * Runs git in a folder without side effects: no hook, no file watcher, no index refresh, no prompt. A non-zero exit
 * code is a result.
 */
export function askGit(folder: string, args: readonly string[], input?: Buffer): Promise<GitAnswer> {
	return new Promise(resolve => {
		const options = { cwd: folder, env: environment(), encoding: 'buffer', maxBuffer: answerLimitBytes } as const;
		const child = execFile('git', [...quiet, ...args], { ...options, windowsHide: true }, (error, stdout, stderr) => {
			const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
			const message = exitCode === undefined && error !== null ? error.message : stderr.toString('utf8').trim();
			resolve({ stdout, stderr: message, exitCode });
		});
		// When git stops reading, it reports the reason on stderr.
		child.stdin?.on('error', () => undefined);
		child.stdin?.end(input);
	});
}

/** Output of a command that must succeed. */
export async function runGit(folder: string, args: readonly string[], input?: Buffer): Promise<Buffer> {
	const { stdout, stderr, exitCode } = await askGit(folder, args, input);
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

const quiet = [
	['core.hooksPath', '/dev/null'],
	['core.fsmonitor', 'false'],
	['core.untrackedCache', 'false'],
	['core.splitIndex', 'false'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Without the variables that would select another repository than that of the folder. */
function environment(): Record<string, string> {
	const extra = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'POSIX' };
	return childEnvironment(process.env, { extra });
}
