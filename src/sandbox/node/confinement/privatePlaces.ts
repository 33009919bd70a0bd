import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inParallel } from '../../../system/pure/waiting/inParallel';
import places from './sandbox.json';
import type { Place } from './visiblePlaces';

const othersMayRead = 0o004;
const othersMayEnter = 0o005;

/**
 * For root: the files and folders in the system's folders that other users must not read, such as /etc/shadow. The
 * system refuses them to everybody else.
 */
export async function privatePlaces(): Promise<Place[]> {
	if (process.getuid?.() !== 0) {
		return [];
	}
	const found: Place[] = [];
	for (let level: readonly string[] = places.privateTops; level.length > 0; ) {
		const next: string[] = [];
		await inParallel(level, async folder => {
			for (const entry of await entriesIn(folder)) {
				const path = join(folder, entry.name);
				const access = entry.isDirectory() ? 'hiddenFolder' : 'hiddenFile';
				if (entry.isSymbolicLink()) {
					continue;
				}
				if (!(await mayOthers(path, entry.isDirectory() ? othersMayEnter : othersMayRead))) {
					found.push({ path, access, what: 'what only root may read' });
				} else if (entry.isDirectory()) {
					next.push(path);
				}
			}
		});
		level = next;
	}
	return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function mayOthers(path: string, bits: number): Promise<boolean> {
	const found = await lstat(path).catch(() => undefined);
	return found === undefined || (found.mode & bits) === bits;
}

function entriesIn(folder: string): Promise<Dirent[]> {
	return readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
}
