import { type History, NoHistoryError } from '../../../history/pure/history';

/** A commit with more files says little about each. */
const mostPaths = 30;

/**
 * How often other files were changed in one commit with some files, by path: a commit of n files counts 1/n. Empty without
 * a history, or while not all of it is indexed.
 */
export async function changedTogether(
	history: History | undefined,
	paths: readonly string[],
	signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
	const index = await history?.readyIndex(signal).catch(error => {
		if (!(error instanceof NoHistoryError)) {
			throw error;
		}
		return undefined;
	});
	const wanted = new Set(paths);
	const counts = new Map<string, number>();
	for (const commit of index?.all() ?? []) {
		const changed = index?.pathsOf(commit) ?? [];
		if (changed.length <= mostPaths && changed.some(path => wanted.has(path))) {
			for (const path of changed) {
				counts.set(path, (counts.get(path) ?? 0) + 1 / changed.length);
			}
		}
	}
	return counts;
}
