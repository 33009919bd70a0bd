import type { Run } from '../../runs/pure/fold/run';
import { foldRun } from '../../runs/pure/fold/runFold';
import type { RunStore } from '../../runs/pure/log/runStore';
import type { ShownRun } from './shownRun';

/** The run with this id: the run shown if it has that id, else from disk. Throws `UserError` if there is none. */
export async function readRun(id: string, runs: Pick<RunStore, 'read'>, { run }: ShownRun): Promise<Run> {
	return run?.id === id ? run : foldRun(await runs.read(id));
}
