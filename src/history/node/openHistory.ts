import type { RootFolder } from '../../system/node/files/rootFolder';
import { GitHistory, type GitHistoryOptions } from './gitHistory';

export interface OpenHistoryOptions extends Omit<GitHistoryOptions, 'folder' | 'saved'> {
	readonly roots: readonly RootFolder[];
	/** Of the workspace: the index of its history is beside it. */
	readonly cacheFile: string;
}

/** The folder of the saved index of a history, beside the saved index of the code. */
function historyFolder(cacheFile: string): string {
	return cacheFile.replace(/(?:\.index)?$/, '.history');
}

/** The history of a workspace. The histories of several folders are not one: nothing of them is searched. */
export function openHistory({ roots, cacheFile, ...options }: OpenHistoryOptions): GitHistory {
	const [root, ...others] = roots;
	const folder = others.length > 0 ? undefined : root?.dir;
	return new GitHistory({ folder, saved: historyFolder(cacheFile), ...options });
}
