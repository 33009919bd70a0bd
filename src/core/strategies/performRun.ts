import type { Issue } from '../model/issue';
import { rootNode } from '../model/run';
import type { RunEnded } from '../model/runEvent';
import type { Log } from '../ports';
import type { RunLog } from '../runLog';
import { errorText } from '../util/errorText';
import { untilAborted } from '../util/untilAborted';
import { UserError } from '../util/userError';
import type { Workspace } from '../workspace';

/** Finds the locations of an issue. Emits everything but the start and the end of the run; throws when cancelled. */
export type Locate = (log: RunLog, workspace: Workspace, issue: Issue, signal: AbortSignal) => Promise<void>;

export interface RunParts {
	/** The indexed workspace. Throws `UserError` where there is nothing to look through. */
	readonly open: () => Promise<Workspace>;
	readonly locate: Locate;
	readonly log: Log;
	readonly signal: AbortSignal;
}

/**
 * Takes a run that was started or resumed to its end. However it ends, its log says so; rejects only when that cannot be
 * written.
 */
export async function performRun(run: RunLog, parts: RunParts): Promise<void> {
	await run.emit(rootNode, await ending(run, parts));
}

async function ending(run: RunLog, { open, locate, log, signal }: RunParts): Promise<RunEnded> {
	try {
		const workspace = await untilAborted(open(), signal);
		const { nFiles, nSymbols } = workspace.index;
		await run.emit(rootNode, { type: 'indexed', nFiles, nSymbols });
		await locate(run, workspace, run.run.issue, signal);
		signal.throwIfAborted();
		return { type: 'runEnded', outcome: 'done' };
	} catch (error) {
		if (signal.aborted) {
			return { type: 'runEnded', outcome: 'cancelled' };
		}
		if (error instanceof UserError) {
			return { type: 'runEnded', outcome: 'failed', message: error.message };
		}
		log.error('The run failed.', error);
		const message = `Faultline met a defect of its own: ${errorText(error)}. The log says more.`;
		return { type: 'runEnded', outcome: 'failed', message };
	}
}
