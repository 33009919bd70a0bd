import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makePrivateFolder } from '../../system/node/files/storageFolder';
import { childEnvironment } from '../../system/node/processes/childEnvironment';
import { askServer } from './askServer';
import type { ServerStatus } from './questions';
import { type ServedCode, servePlace } from './servePlace';

/** Of JavaScript's heap in a server. */
export const serverMegabytes = 1024;
const pollMs = 20;

export interface StartOptions {
	/** More options of `faultline serve`. */
	readonly options?: readonly string[];
	readonly signal?: AbortSignal | undefined;
}

/**
 * Starts a server for a folder unless there is one, and waits until it answers; undefined if it ended before, as one of
 * another version serves the folder, or another process was faster and ended. It outlives this process, and gets of its
 * environment what other programs get.
 */
export async function startServer(
	code: ServedCode,
	{ options = [], signal }: StartOptions = {},
): Promise<ServerStatus | undefined> {
	const { folder, storage, packageRoot, env } = code;
	const running = await serverStatus(code);
	if (running !== undefined) {
		return running;
	}
	await makePrivateFolder(storage);
	const program = join(packageRoot, 'dist', 'cli.js');
	const args = ['serve', '--here', '--workspace', folder, '--storage', storage, ...options];
	const child = spawn(process.execPath, [`--max-old-space-size=${serverMegabytes}`, program, ...args], {
		cwd: storage,
		// The editor's own program is Node only if this is set.
		env: childEnvironment(env, { extra: { ELECTRON_RUN_AS_NODE: '1' } }),
		stdio: 'ignore',
		detached: true,
		windowsHide: true,
	});
	let hasEnded = false;
	child.once('exit', () => {
		hasEnded = true;
	});
	child.once('error', () => {
		hasEnded = true;
	});
	child.unref();
	for (;;) {
		const wasRunning = !hasEnded;
		const status = await serverStatus(code);
		if (status !== undefined || !wasRunning) {
			return status;
		}
		await setTimeout(pollMs, undefined, signal && { signal });
	}
}

/** Undefined if no server answers for this folder with these settings. */
async function serverStatus(code: ServedCode): Promise<ServerStatus | undefined> {
	const answer = await askServer(servePlace(code), { kind: 'status' });
	return answer !== undefined && 'status' in answer ? answer.status : undefined;
}
