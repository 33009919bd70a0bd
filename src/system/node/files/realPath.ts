import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Follows all links of an absolute path. Unlike `realpath` it also resolves a path that does not exist yet: a dangling
 * link resolves to its target, the file that a write through it would create. Throws as `realpath` does otherwise, also
 * for links in a circle.
 */
export function realPath(path: string): string {
	try {
		return realpathSync.native(path);
	} catch (error) {
		const folder = dirname(path);
		if (!isMissing(error) || folder === path) {
			throw error;
		}
		const realFolder = realPath(folder);
		const target = linkTarget(join(realFolder, basename(path)));
		return target === undefined ? join(realFolder, basename(path)) : realPath(resolve(realFolder, target));
	}
}

/** Undefined if it is no link. */
function linkTarget(path: string): string | undefined {
	try {
		return readlinkSync(path);
	} catch {
		return undefined;
	}
}

function isMissing(error: unknown): boolean {
	return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}
