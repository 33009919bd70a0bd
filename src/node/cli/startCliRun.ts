import type { Issue } from '../../core/model/issue';
import { rootNode } from '../../core/model/run';
import type { RunStarted } from '../../core/model/runEvent';
import { RunLog } from '../../core/runLog';
import type { RunEngine } from '../runEngine';
import { RunFiles } from '../runFiles';
import { newRunId } from '../runId';
import type { CommandCall } from './command';

/** The log of a new run, begun. */
export async function startCliRun(
	{ storage, log, version }: CommandCall,
	{ issue, folder, engine, goal }: { issue: Issue; folder: string; engine: RunEngine } & Pick<RunStarted, 'goal'>,
): Promise<RunLog> {
	const clock = { now: () => Date.now() };
	const runId = newRunId(clock.now());
	const run = RunLog.start(new RunFiles(storage, log), clock, runId);
	const { server } = engine;
	await run.emit(rootNode, {
		type: 'runStarted',
		...{ runId, issue, engine: engine.engine, workspace: [folder], version },
		...(goal !== undefined && { goal }),
		...(server !== undefined && { server }),
	});
	return run;
}
