import { type OpenHistoryOptions, openHistory } from '../history/node/openHistory';
import { NoHistoryError } from '../history/pure/history';
import type { Progress } from '../system/pure/progress';
import type { CommandCall } from './command';
import { indexing } from './openCliWorkspace';

/** Indexes the history of a folder, with progress on stderr. A folder without one is no failure. */
export async function indexHistory(
	{ log, signal, terminal }: CommandCall,
	opened: Omit<OpenHistoryOptions, 'log'>,
): Promise<void> {
	const onProgress = (progress: Progress) => terminal.progress(indexing(progress));
	using history = openHistory({ ...opened, log });
	await history.build({ signal, onProgress }).catch((error: unknown) => {
		if (!(error instanceof NoHistoryError)) {
			throw error;
		}
	});
}
