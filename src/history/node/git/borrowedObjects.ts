import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from '../../../system/node/files/regularFile';

/**
 * Marks a repository made by Faultline that may read the objects of another one. The mark identifies its `alternates`
 * file by data that only this file system knows, so that no archive can contain a valid one. `git`: its folder `.git`,
 * which has that file.
 */
export function markBorrowed(git: string): void {
	const info = join(git, 'objects', 'info');
	writeFileSync(join(info, markName), identityOf(join(info, 'alternates')));
}

/** Whether Faultline itself made a folder of objects read others. */
export function isBorrowed(objects: string): boolean {
	const info = join(objects, 'info');
	try {
		return readRegularFile(join(info, markName)).toString('latin1') === identityOf(join(info, 'alternates'));
	} catch {
		// It has no mark.
		return false;
	}
}

const markName = 'borrowed-by-faultline';

function identityOf(file: string): string {
	const { dev, ino, ctimeNs } = statSync(file, { bigint: true });
	return [dev, ino, ctimeNs].join(' ');
}
