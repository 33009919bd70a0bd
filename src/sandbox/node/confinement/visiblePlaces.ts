import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Reach } from '../../pure/execution/runner';
import places from './sandbox.json';

/** A part of the disk as a confined program finds it. Absolute; missing places are left out. */
export interface Place {
	readonly path: string;
	readonly access: Access;
	/** The content or use of the place for programs. */
	readonly what: string;
	/** Its real path, if elsewhere. */
	readonly from?: string;
}

/**
 * `read` and `write`: the place on this machine. `memory`: empty, and writable until the command ends. `processes`: the
 * sandbox's own, as `/proc`. `devices`: a small `/dev`. `hidden`: a file or a folder that is there without its content.
 */
export type Access = 'read' | 'write' | 'memory' | 'processes' | 'devices' | 'hiddenFile' | 'hiddenFolder';

/** The options that differ between commands. */
export interface VisibleOptions {
	/** The user's home folder. */
	readonly home: string;
	readonly network: boolean;
	readonly reach: Reach;
	/** Folders of the programs on PATH. */
	readonly tools: readonly string[];
	/** Folders of caches, with the place each is kept in: undefined for one in memory. */
	readonly caches: ReadonlyMap<string, string | undefined>;
	/** Places that only root may read in folders that everybody sees. */
	readonly hidden: readonly Place[];
}

/**
 * Everything that a confined program sees of the disk, in the order in which it is mounted: a later place covers an
 * earlier one. Nothing else is there, and nothing is hidden that is gone. docs/reference/sandbox.md is made of the same
 * data.
 */
export function visiblePlaces(options: VisibleOptions): Place[] {
	const { home, network, reach, tools, caches, hidden } = options;
	const read = Object.entries(network ? { ...places.system, ...places.networkNames } : places.system);
	const memory = Object.entries({ ...places.memory, [home]: 'an empty home folder' });
	const all: readonly Place[] = [
		...read.map(([path, what]): Place => ({ path, access: 'read', what })),
		...hidden,
		{ path: '/proc', access: 'processes', what: 'its own processes' },
		...kernelPlaces(),
		{ path: '/dev', access: 'devices', what: 'null, zero, full, random, urandom, tty, and terminals of its own' },
		...memory.map(([path, what]): Place => ({ path, access: 'memory', what })),
		...tools.map((path): Place => ({ path, access: 'read', what: 'a development tool' })),
		...[...caches].map(([path, from]) => cachePlace(path, from)),
		...reach.readable.map((path): Place => ({ path, access: 'read', what: 'packages of the project' })),
		...(reach.hidden ?? []).map(
			({ path, isFolder }): Place => ({ path, access: isFolder ? 'hiddenFolder' : 'hiddenFile', what: 'secrets' }),
		),
		...reach.writable.map((path): Place => ({ path, access: 'write', what: 'the scratch copy' })),
	];
	return all.filter(({ path, access }) => !access.startsWith('hidden') || existsSync(path));
}

function cachePlace(path: string, from: string | undefined): Place {
	const what = 'a cache of a compiler';
	return from === undefined ? { path, access: 'memory', what } : { path, access: 'write', what, from };
}

/**
 * Of the kernel's own files in /proc only those on a list, and none that can be written. The memory of the first
 * process, which belongs to the sandbox, can be read and written by no program: the calls for that are refused as well.
 */
function kernelPlaces(): Place[] {
	const { own, files, folders, firstMemory } = places.processes;
	const memory = firstMemory.map((path): Place => ({ path, access: 'hiddenFile', what: 'memory of the sandbox' }));
	// By names only: to ask for the types of all entries fails if a process ends meanwhile.
	const ofKernel = readdirSync('/proc').flatMap((name): Place[] => {
		const path = join('/proc', name);
		if (/^\d+$/.test(name) || own.includes(name) || files.includes(name)) {
			return [];
		}
		if (folders.includes(name)) {
			return [{ path, access: 'read', what: 'settings of the kernel' }];
		}
		return [{ path, access: lstatSync(path).isDirectory() ? 'hiddenFolder' : 'hiddenFile', what: 'the kernel' }];
	});
	return [...ofKernel, ...memory];
}
