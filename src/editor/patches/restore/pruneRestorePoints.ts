import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface PointSize {
	readonly folder: string;
	readonly sizeBytes: number;
	/** When it was last written. */
	readonly modifiedMs: number;
}

/**
 * Removes restore points, oldest first, until the others together take no more than `maxBytes`; `spared` stays, whatever
 * it takes. `parents` are folders of restore points. Answers the folders removed.
 */
export async function pruneRestorePoints(
	parents: readonly string[],
	maxBytes: number,
	spared: string,
): Promise<readonly string[]> {
	const folders = (await Promise.all(parents.map(foldersIn))).flat().filter(folder => folder !== spared);
	const points = await Promise.all(folders.map(sizeOf));
	let leftBytes = maxBytes - (await sizeOf(spared)).sizeBytes;
	const removed: string[] = [];
	for (const { folder, sizeBytes } of points.sort((a, b) => b.modifiedMs - a.modifiedMs)) {
		leftBytes -= sizeBytes;
		if (leftBytes < 0) {
			await rm(folder, { recursive: true, force: true });
			removed.push(folder);
		}
	}
	return removed;
}

async function foldersIn(parent: string): Promise<string[]> {
	try {
		const entries = await readdir(parent, { withFileTypes: true });
		return entries.filter(entry => entry.isDirectory()).map(({ name }) => join(parent, name));
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
			return [];
		}
		throw error;
	}
}

async function sizeOf(folder: string): Promise<PointSize> {
	const names = await readdir(folder, { recursive: true });
	const stats = await Promise.all(names.map(name => stat(join(folder, name))));
	const files = stats.filter(each => each.isFile());
	return {
		folder,
		sizeBytes: files.reduce((sum, { size }) => sum + size, 0),
		modifiedMs: Math.max(0, ...files.map(({ mtimeMs }) => mtimeMs)),
	};
}
