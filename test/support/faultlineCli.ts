import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { commandLineFile } from './product/commandLineFile';
import { repoRoot } from './repoRoot';

export interface CliOptions {
	readonly cwd?: string;
	readonly stdin?: string | Uint8Array;
	readonly env?: Readonly<Record<string, string>>;
	/** The user whose process it is; that of this one unless given. */
	readonly uid?: number;
	/** Called once the program runs. */
	readonly onStart?: (child: ChildProcess) => void;
}

export interface CliResult {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** Runs the built command line in a separate process. */
export async function faultlineCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
	const { GITHUB_TOKEN: _token, GITHUB_API_URL: _url, GITHUB_SERVER_URL: _server, ...env } = process.env;
	const child = spawn(process.execPath, [commandLineFile, ...args], {
		cwd: options.cwd ?? repoRoot,
		env: { ...env, ...options.env },
		...(options.uid !== undefined && { uid: options.uid }),
		stdio: 'pipe',
	});
	child.stdin.on('error', (error: NodeJS.ErrnoException) => {
		// A program may close its standard input before it has read everything.
		if (error.code !== 'EPIPE') {
			throw error;
		}
	});
	if (options.stdin !== undefined) {
		child.stdin.end(options.stdin);
	}
	options.onStart?.(child);
	const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
	return { code: child.exitCode, stdout, stderr };
}
