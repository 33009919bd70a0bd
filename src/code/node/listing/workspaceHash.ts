import { createHash } from 'node:crypto';
import type { RootFolder } from '../../../system/node/files/rootFolder';
import { effectiveExcludes } from './effectiveExcludes';

/** Names the saved data of a workspace. Other excludes mean other files, whose data must not replace each other. */
export function workspaceHash(roots: readonly RootFolder[], excludes: readonly string[]): string {
	const named = roots.map(({ name, dir }) => [roots.length === 1 ? '' : name, dir]);
	const globs = effectiveExcludes(excludes);
	return createHash('sha256')
		.update(JSON.stringify(globs.length === 0 ? named : [named, globs]))
		.digest('hex')
		.slice(0, 32);
}
