import type { Run } from '../../core/model/run/run';
import { foldRun } from '../../core/model/run/runFold';
import type { RunStore } from '../../core/runStore';
import type { ShownRun } from './shownRun';

/** The run with this id: the run shown if it has that id, else from disk. Throws `UserError` if there is none. */
export async function readRun(id: string, runs: Pick<RunStore, 'read'>, { run }: ShownRun): Promise<Run> {
	return run?.id === id ? run : foldRun(await runs.read(id));
}
