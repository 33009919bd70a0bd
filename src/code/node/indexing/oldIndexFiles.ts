import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readFacts } from '../savedFiles/sectionFile';

/** An index that was not opened for this long is removed. */
const mostDays = 60;
const dayMs = 24 * 60 * 60 * 1000;

/** Opening a saved index updates the time of its file, if it is older than this. */
export const openedMs = dayMs;

/** Facts of a saved index that are not in its table. */
export interface IndexFolders {
	/** Absolute paths of the workspace. */
	readonly folders: readonly string[];
}

/**
 * Removes saved indexes, with their words, trigrams and histories, of workspaces whose folders are all gone, or that
 * were not opened for 60 days; not the one of `current`. A process can still read a file it has open; if the system
 * does not allow removing such a file, it stays.
 */
export async function removeOldIndexFiles(folder: string, current: string, now = Date.now()): Promise<void> {
	const byIndex = new Map<string, string[]>();
	for (const name of await readdir(folder)) {
		const index = /^([\da-f]{32})\.(?:index|words|trigrams|history|listing)$/.exec(name)?.[1];
		if (index !== undefined && join(folder, `${index}.index`) !== current) {
			byIndex.set(index, [...(byIndex.get(index) ?? []), join(folder, name)]);
		}
	}
	for (const [index, files] of byIndex) {
		const times = await Promise.all(files.map(async file => (await stat(file).catch(() => undefined))?.mtimeMs ?? now));
		if (now - Math.max(...times) > mostDays * dayMs || isOfNoFolder(join(folder, `${index}.index`))) {
			await Promise.all(files.map(file => rm(file, { force: true, recursive: true }).catch(() => undefined)));
		}
	}
}

/** False if unknown. */
function isOfNoFolder(file: string): boolean {
	try {
		const { folders = [] } = readFacts(file) as Partial<IndexFolders>;
		return folders.length > 0 && !folders.some(folder => existsSync(folder));
	} catch {
		return false;
	}
}
