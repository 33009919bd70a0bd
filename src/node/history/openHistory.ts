import type { History } from '../../core/ports';
import type { RootFolder } from '../rootFolder';
import { GitHistory, type GitHistoryOptions } from './gitHistory';

export interface OpenHistoryOptions extends Pick<GitHistoryOptions, 'extend' | 'log'> {
	readonly roots: readonly RootFolder[];
	/** Of the workspace: the index of its history is beside it. */
	readonly cacheFile: string;
}

/** The folder of the saved index of a history, beside the saved index of the code. */
function historyFolder(cacheFile: string): string {
	return cacheFile.replace(/(?:\.index)?$/, '.history');
}

/** The history of a workspace; undefined for one of several folders, whose histories are not one. */
export function openHistory({ roots, cacheFile, ...options }: OpenHistoryOptions): History | undefined {
	const [root, ...others] = roots;
	return root === undefined || others.length > 0
		? undefined
		: new GitHistory({ folder: root.dir, saved: historyFolder(cacheFile), ...options });
}
