import { findFiles } from '../../code/pure/search/fileQuery';
import { globMatcher } from '../../code/pure/search/files/globPattern';
import { type SearchFocus, type SearchScope, searchScopes } from '../../code/pure/search/scope/searchScopes';
import { inSubsystems, subsystemsOf } from '../../code/pure/search/scope/subsystems';
import type { SearchContext } from '../../code/pure/search/searchContext';
import { hasFolders } from '../../system/pure/files';
import type { CommitIndex, IndexedCommit } from './index/commitIndex';

/** All commits, also those that change no file. */
export const everything: SearchScope = { where: 'anywhere', has: () => true };

/** Of commits whose ids are asked for. */
export const byHash: SearchScope = { where: 'by hash', has: () => true };

/** Whether a written path limits nothing. */
export function isAnyPath(path: string): boolean {
	return /^[./\\]*$/.test(path);
}

/** Whether a commit changes something in a scope. */
export function isInScope(scope: SearchScope, index: CommitIndex, commit: IndexedCommit): boolean {
	return scope === everything || index.pathsOf(commit).some(path => scope.has(path));
}

/**
 * Returns the scopes in which commits are searched, the nearest first: the requested files, the parts they belong to,
 * everything; without requested files the files of the investigation. Requested files may no longer exist.
 */
export async function commitScopes(
	context: SearchContext,
	path: string,
	focus: SearchFocus | undefined,
): Promise<readonly SearchScope[]> {
	const { files } = context.workspace;
	if (isAnyPath(path)) {
		const scopes = await searchScopes(files, focus);
		return [...scopes.slice(0, -1), everything];
	}
	const glob = /[*?{]/.test(path) ? await globMatcher(path) : undefined;
	if (glob !== undefined) {
		return [{ where: `in the files that match "${path}"`, has: glob }, everything];
	}
	const found = await findFiles(context, path);
	const isFound = found.how === 'written' || found.how === 'folder';
	const paths = new Set(isFound ? found.paths : []);
	const asked = path.replace(/^\.?\//, '').replace(/\/$/, '');
	const [only] = paths;
	const own: SearchScope = {
		where: `in ${paths.size === 1 && only !== undefined ? only : asked}`,
		has: each => paths.has(each) || each === asked || each.startsWith(`${asked}/`),
	};
	if (found.how !== 'written' || hasFolders(files)) {
		return [own, everything];
	}
	const around = await subsystemsOf(files, [...paths]);
	const names = around.map(({ name, list }) => (list === undefined ? name : `${name} (${list})`)).join(', ');
	return [own, { where: `in ${names}`, has: await inSubsystems(around) }, everything];
}
