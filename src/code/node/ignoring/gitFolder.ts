import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readRegularFile } from '../../../system/node/files/regularFile';

export interface GitFolder {
	/** With the index of one working tree. */
	readonly own: string;
	/** The folder that all working trees of a repository share. */
	readonly common: string;
}

/** Finds git's data of a working tree: in a folder, or at the path in a file `.git`. Throws if that is unreadable. */
export function gitFolder(top: string): GitFolder {
	const path = join(top, '.git');
	if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
		return { own: path, common: path };
	}
	const own = resolve(top, firstLine(path).replace(/^gitdir: /, ''));
	const commonFile = join(own, 'commondir');
	const isWorktree = lstatSync(commonFile, { throwIfNoEntry: false })?.isFile() === true;
	return { own, common: isWorktree ? resolve(own, firstLine(commonFile)) : own };
}

function firstLine(file: string): string {
	return readRegularFile(file).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
}
