import { takenHunks } from '../../../runs/pure/events/patchDecisions';
import type { Run } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import { hunkCounts } from './offeredFile';

/**
 * Whether the locations of a run have no marks in the editor: the user cleared them, or accepted all hunks of a patch, and
 * did not ask for the marks afterwards.
 */
export function areMarksCleared(run: Run): boolean {
	if (run.marks !== undefined) {
		return run.marks === 'cleared';
	}
	const { decisions } = run;
	return (
		decisions.written.length > 0 &&
		fixOf(run).patches.some(({ id, files }) => takenHunks(decisions, id, hunkCounts(files)).state === 'all')
	);
}
