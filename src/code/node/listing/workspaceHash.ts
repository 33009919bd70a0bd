import { createHash } from 'node:crypto';
import type { RootFolder } from '../../../system/node/files/rootFolder';
import { effectiveExcludes } from './effectiveExcludes';

/** Names what is saved of a workspace. With other excludes it has other files, and they would replace each other. */
export function workspaceHash(roots: readonly RootFolder[], excludes: readonly string[]): string {
	const named = roots.map(({ name, dir }) => [roots.length === 1 ? '' : name, dir]);
	const globs = effectiveExcludes(excludes);
	return createHash('sha256')
		.update(JSON.stringify(globs.length === 0 ? named : [named, globs]))
		.digest('hex')
		.slice(0, 32);
}
