import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Absolute path of the repository, wherever the bundled test runs from. */
export const repoRoot: string = findUpwards(__dirname);

function findUpwards(directory: string): string {
	if (existsSync(join(directory, 'package-lock.json'))) {
		return directory;
	}
	const parent = dirname(directory);
	if (parent === directory) {
		throw new Error(`no package-lock.json above ${__dirname}`);
	}
	return findUpwards(parent);
}
