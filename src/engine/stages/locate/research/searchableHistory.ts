import { extentNotes } from '../../../../history/pure/extentNotes';
import { NoHistoryError } from '../../../../history/pure/history';
import type { Workspace } from '../../../../history/pure/workspace';
import { rootNode } from '../../../../runs/pure/fold/run';
import type { RunLog } from '../../../../runs/pure/log/runLog';

interface HistoryDeps {
	readonly workspace: Pick<Workspace, 'history'>;
	readonly signal: AbortSignal;
}

/**
 * Whether the commits that led to the code can be searched. Commits that cannot be searched are noted, once for the
 * whole run.
 */
export async function searchableHistory(log: RunLog, deps: HistoryDeps): Promise<boolean> {
	const { isThere, notes } = await knownHistory(log, deps);
	for (const text of notes) {
		await log.once(rootNode, { type: 'noted', text });
	}
	return isThere;
}

/** The same, without a note. Recorded. */
export function knownHistory(log: RunLog, deps: HistoryDeps): ReturnType<typeof lookAt> {
	return log.value(rootNode, 'searchable history', {}, () => lookAt(deps));
}

/** There is no history without a repository or without git. */
async function lookAt({ workspace: { history }, signal }: HistoryDeps) {
	if (history === undefined) {
		return { isThere: false, notes: [] };
	}
	try {
		return { isThere: true, notes: extentNotes(await history.extent(signal)) };
	} catch (error) {
		if (!(error instanceof NoHistoryError)) {
			throw error;
		}
		return { isThere: false, notes: [`The history of the code is not searched: ${error.message}`] };
	}
}
