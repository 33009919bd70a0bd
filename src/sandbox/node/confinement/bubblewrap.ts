import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isWithin } from '../../../system/node/files/isWithin';
import type { Reach } from '../../pure/execution/runner';
import { privatePlaces } from './privatePlaces';
import { type ConfinedCommand, giveInput, memoryFolderBytes, type OpenCommand, type Sandbox } from './sandbox';
import places from './sandbox.json';
import filters from './seccomp/filters.json';
import type { ToolData } from './toolData';
import { expandFolder, toolFolders } from './toolFolders';
import { type Place, visiblePlaces } from './visiblePlaces';

export interface BubblewrapOptions {
	/** Possible absolute paths of bubblewrap; the first one that exists is used. */
	readonly programs: readonly string[];
	/** The same for nsenter, which lets commands share a loopback network. */
	readonly enterNamespaces: readonly string[];
	readonly tools: ToolData;
	/** The user's home folder. */
	readonly home: string;
	/** Whether other machines can be reached. */
	readonly network: boolean;
}

/**
 * Runs commands in namespaces of their own (Linux): no other process, no network but loopback, and only the named parts
 * of the disk. The home folder is empty and in memory, except for tools.
 */
export class Bubblewrap implements Sandbox {
	readonly name = 'bubblewrap';
	readonly hasOwnLoopback: boolean;
	/** Undefined if it is not installed. */
	private readonly enterProgram: string | undefined;

	/** By PATH: looking them up takes long if it has many folders. */
	private readonly toolFolders = new Map<string, readonly string[]>();

	private constructor(
		private readonly program: string,
		private readonly options: BubblewrapOptions,
		/** Versions before 0.7 cannot limit a folder in memory. */
		private readonly hasSizes: boolean,
		/** The places that only root may read. */
		private readonly hidden: readonly Place[],
	) {
		this.hasOwnLoopback = !options.network;
		this.enterProgram = options.enterNamespaces.find(path => existsSync(path));
	}

	/** Undefined if it does not work: it is not installed, or the system forbids user namespaces. */
	static async open(options: BubblewrapOptions): Promise<Bubblewrap | undefined> {
		const program = options.programs.find(path => existsSync(path));
		const hidden = program === undefined ? [] : await privatePlaces();
		for (const hasSizes of program === undefined ? [] : [true, false]) {
			const sandbox = new Bubblewrap(program ?? '', options, hasSizes, hidden);
			if (await succeeds(sandbox.confine(probe))) {
				return sandbox;
			}
		}
		return undefined;
	}

	confine({ words, cwd, env, reach, loopbackOf }: OpenCommand): ConfinedCommand {
		const { home, network } = this.options;
		const { XDG_CACHE_HOME: _cache, XDG_CONFIG_HOME: _config, XDG_DATA_HOME: _data, ...kept } = env;
		const places = this.visible({ env, reach });
		const readOnly = ['/dev', '/', ...places.flatMap(({ path, access }) => (access === 'hiddenFolder' ? [path] : []))];
		const filter = seccompFilter();
		const args = [
			...['--unshare-all', '--unshare-user', ...(network || loopbackOf !== undefined ? ['--share-net'] : [])],
			...['--die-with-parent', '--cap-drop', 'ALL', ...(filter === undefined ? [] : ['--seccomp', '3'])],
			...places.flatMap(place => this.mounted(place)),
			...readOnly.flatMap(path => ['--remount-ro', path]),
			...['--chdir', cwd, '--'],
		];
		const temporary = { TMPDIR: '/tmp', TMP: '/tmp', TEMP: '/tmp' };
		const entered = loopbackOf === undefined ? [] : this.enteredNetwork(loopbackOf);
		return {
			words: [...entered, this.program, ...args, ...words],
			env: { ...kept, ...temporary, HOME: home },
			...(filter !== undefined && { input: filter }),
		};
	}

	visible({ env, reach }: Pick<OpenCommand, 'env' | 'reach'>): Place[] {
		const { home, network, tools: data } = this.options;
		const caches = data.caches.flatMap(folder => expandFolder(folder, env, home));
		const onPath = (env.PATH ?? '').split(delimiter);
		return visiblePlaces({
			...{ home, network, reach, tools: this.toolsOn(env) },
			caches: new Map(caches.map(path => [path, keptCache(path, reach)])),
			// A tool is shown, whatever its permissions.
			hidden: this.hidden.filter(({ path }) => !onPath.some(folder => isWithin(folder, path))),
		});
	}

	private mounted({ path, access, from = path }: Place): string[] {
		switch (access) {
			case 'read':
				return ['--ro-bind-try', from, path];
			case 'write':
				return ['--bind', from, path];
			case 'processes':
				return ['--proc', path];
			case 'devices':
				return ['--dev', path];
			// A device cannot be opened in a place without devices, and all binds are such places.
			case 'hiddenFile':
				return ['--ro-bind', '/dev/null', path];
			default:
				return [...(this.hasSizes ? ['--size', String(memoryFolderBytes)] : []), '--tmpfs', path];
		}
	}

	/**
	 * Leaves out devices: for them, bubblewrap would make a second user namespace around its process, but its network can
	 * only be entered from the first one.
	 */
	loopbackHolder(): ConfinedCommand | undefined {
		if (this.enterProgram === undefined) {
			return undefined;
		}
		const system = Object.keys(places.system).flatMap(path => ['--ro-bind-try', path, path]);
		const options = ['--unshare-all', '--unshare-user', '--die-with-parent', '--cap-drop', 'ALL', ...system, '--'];
		return { words: [this.program, ...options, '/bin/sh', '-c', 'echo ready; read input'], env: {} };
	}

	canEnter(pid: number): Promise<boolean> {
		return succeeds(this.confine({ ...probe, loopbackOf: pid }));
	}

	/** Begins a command that runs in the network of another sandbox, which belongs to the user namespace of that one. */
	private enteredNetwork(pid: number): string[] {
		return [this.enterProgram ?? '', '--user', '--net', '--preserve-credentials', `--target=${pid}`, '--'];
	}

	private toolsOn(env: OpenCommand['env']): readonly string[] {
		const { tools, home } = this.options;
		const path = env.PATH ?? '';
		const found = this.toolFolders.get(path) ?? toolFolders(env, tools, home);
		this.toolFolders.set(path, found);
		return found;
	}
}

/** Returns the place of a cache in the scratch copy: compiling everything again for each command takes minutes. */
function keptCache(path: string, { caches }: Reach): string | undefined {
	if (caches === undefined) {
		return undefined;
	}
	const kept = join(caches, createHash('sha256').update(path).digest('hex').slice(0, 16));
	mkdirSync(kept, { recursive: true, mode: 0o700 });
	return kept;
}

/**
 * Returns the filter of refused kernel calls, as bubblewrap reads it: `refusedCalls.json` lists them, and
 * `assemble.mjs` makes this program from the list. Undefined for machines other than x64 and arm64.
 */
function seccompFilter(): Uint8Array | undefined {
	const text = (filters as Readonly<Record<string, string>>)[process.arch];
	return text === undefined ? undefined : Buffer.from(text, 'base64');
}

const probe: OpenCommand = { words: ['true'], cwd: '/', env: {}, reach: { readable: [], writable: [] } };
const probeMs = 10_000;

function succeeds({ words: [program = '', ...args], input }: ConfinedCommand): Promise<boolean> {
	return new Promise(resolve => {
		const env = { PATH: '/usr/bin:/bin' };
		const child = spawn(program, args, { timeout: probeMs, env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
		child.once('error', () => resolve(false));
		child.once('close', code => resolve(code === 0));
		giveInput(child, input);
	});
}
