import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type ConfinedCommand, memoryFolderBytes, type OpenCommand, type Sandbox } from './sandbox';
import places from './sandbox.json';
import type { ToolData } from './toolData';
import { expandFolder, toolFolders } from './toolFolders';

export interface BubblewrapOptions {
	/** Absolute path of bubblewrap's program. */
	readonly program: string;
	readonly tools: ToolData;
	/** The user's home folder. */
	readonly home: string;
	/** Whether other machines can be reached. */
	readonly network: boolean;
}

/**
 * Runs commands in namespaces of their own (Linux): no other process, no network but loopback, and of the disk only what
 * is named. The home folder is empty and in memory, but for tools.
 */
export class Bubblewrap implements Sandbox {
	readonly name = 'bubblewrap';

	private constructor(
		private readonly options: BubblewrapOptions,
		/** Versions before 0.7 cannot limit a folder in memory. */
		private readonly hasSizes: boolean,
	) {}

	/** Undefined where it does not work: it is not installed, or the system forbids user namespaces. */
	static async open(options: BubblewrapOptions): Promise<Bubblewrap | undefined> {
		for (const hasSizes of existsSync(options.program) ? [true, false] : []) {
			const sandbox = new Bubblewrap(options, hasSizes);
			if (await succeeds(sandbox.confine(probe).words)) {
				return sandbox;
			}
		}
		return undefined;
	}

	confine({ words, cwd, env, reach }: OpenCommand): ConfinedCommand {
		const { program, tools, home, network } = this.options;
		const { XDG_CACHE_HOME: _cache, XDG_CONFIG_HOME: _config, XDG_DATA_HOME: _data, ...kept } = env;
		const named = network ? [...places.system, ...places.networkNames] : places.system;
		const caches = tools.caches.flatMap(folder => expandFolder(folder, env, home));
		const args = [
			...['--unshare-all', '--unshare-user', ...(network ? ['--share-net'] : [])],
			...['--die-with-parent', '--cap-drop', 'ALL'],
			...named.flatMap(path => ['--ro-bind-try', path, path]),
			...['--proc', '/proc', '--dev', '/dev'],
			...['/dev/shm', '/tmp', '/var/tmp', '/run/user', home].flatMap(path => this.inMemory(path)),
			...toolFolders(env, tools, home).flatMap(path => ['--ro-bind-try', path, path]),
			...caches.flatMap(path => this.inMemory(path)),
			...reach.readable.flatMap(path => ['--ro-bind-try', path, path]),
			...reach.writable.flatMap(path => ['--bind', path, path]),
			...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', cwd, '--'],
		];
		const temporary = { TMPDIR: '/tmp', TMP: '/tmp', TEMP: '/tmp' };
		return { words: [program, ...args, ...words], env: { ...kept, ...temporary, HOME: home } };
	}

	private inMemory(path: string): string[] {
		return [...(this.hasSizes ? ['--size', String(memoryFolderBytes)] : []), '--tmpfs', path];
	}
}

const probe: OpenCommand = { words: ['true'], cwd: '/', env: {}, reach: { readable: [], writable: [] } };
const probeMs = 10_000;

function succeeds([program = '', ...args]: readonly string[]): Promise<boolean> {
	return new Promise(resolve => {
		execFile(program, args, { timeout: probeMs, env: { PATH: '/usr/bin:/bin' } }, error => resolve(error === null));
	});
}
