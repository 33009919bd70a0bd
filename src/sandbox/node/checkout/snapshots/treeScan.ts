import type { Dirent } from 'node:fs';
import { chmod, lstat, readdir, readlink } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { compareText } from '../../../../system/pure/text/compareText';
import { inParallel } from '../../../../system/pure/waiting/inParallel';
import { fileStamp } from '../baseEntry';
import type { StoredEntry } from './snapshotStore';

/** The entry at a path of a tree on disk. */
export interface DiskEntry {
	readonly kind: StoredEntry['kind'];
	/** Permission bits, as they were before the scan. */
	readonly mode: number;
	/** In microseconds: the precision that can be restored. */
	readonly modifiedUs: number;
	/** Of a file: changes whenever it does. '' if it changed so recently that another change might not show. */
	readonly stamp: string;
	/** Of a link. */
	readonly target: string;
}

/**
 * Returns everything in a folder by path, each folder before its content: files, links and folders, git's included.
 * Pipes, sockets and devices are left out. Locked entries are opened, until `lockAgain`. A program may change the
 * folder meanwhile.
 */
export async function scanTree(top: string): Promise<Map<string, DiskEntry>> {
	const found = new Map<string, DiskEntry>();
	try {
		await scanInto(found, top);
	} catch (error) {
		await lockAgain(top, found);
		throw error;
	}
	return new Map([...found].sort(([a], [b]) => compareText(a, b)));
}

/** Whether not even its owner can read it, or change the content of the folder. */
export function isLocked({ kind, mode }: Pick<DiskEntry, 'kind' | 'mode'>): boolean {
	if (process.platform === 'win32') {
		// No permissions are read there.
		return false;
	}
	const needed = { folder: 0o700, file: 0o400, link: 0 }[kind];
	return (mode & needed) !== needed;
}

/** Locks the entries that `scanTree` opened. */
export async function lockAgain(top: string, entries: ReadonlyMap<string, DiskEntry>): Promise<void> {
	// The content of a folder first: afterwards it is out of reach.
	for (const [path, entry] of [...entries].reverse()) {
		if (isLocked(entry)) {
			await chmod(join(top, path), entry.mode).catch(unlessMissing);
		}
	}
}

async function scanInto(found: Map<string, DiskEntry>, top: string): Promise<void> {
	for (let level = ['']; level.length > 0; ) {
		const next: string[] = [];
		await inParallel(level, async folder => {
			const inner = (await readdir(join(top, folder), { withFileTypes: true }).catch(unlessMissing)) ?? [];
			await inParallel(inner, async entry => {
				const path = posix.join(folder, entry.name);
				const scanned = await scanEntry(join(top, path), entry);
				if (scanned !== undefined) {
					found.set(path, scanned);
					await (isLocked(scanned) ? chmod(join(top, path), scanned.mode | 0o700).catch(unlessMissing) : undefined);
				}
				if (scanned?.kind === 'folder') {
					next.push(path);
				}
			});
		});
		level = next;
	}
}

async function scanEntry(path: string, entry: Dirent): Promise<DiskEntry | undefined> {
	const kind = entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : entry.isDirectory() ? 'folder' : undefined;
	if (kind === undefined) {
		return undefined;
	}
	const nowMs = Date.now();
	const found = await lstat(path, { bigint: true }).catch(unlessMissing);
	if (found === undefined) {
		return undefined;
	}
	const target = kind === 'link' ? await readlink(path) : '';
	const stamp = kind === 'file' && nowMs - Number(found.ctimeMs) > clockStepMs ? fileStamp(found) : '';
	const [mode, modifiedUs] = [Number(found.mode) & 0o7777, Number(found.mtimeNs / 1000n)];
	return { kind, mode, modifiedUs, stamp, target };
}

/** File systems note the time of a change in steps, the coarsest ones of two seconds. */
const clockStepMs = 2100;

function unlessMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') {
		throw error;
	}
}
