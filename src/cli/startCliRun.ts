import { openGrammarFolder } from '../code/node/languages/grammarFolder';
import type { RunSetup } from '../engine/strategies/runSetup';
import { issueTitle } from '../localizer/pure/brief/readOutput';
import { RunFiles } from '../runs/node/runFiles';
import { newRunId } from '../runs/node/runId';
import type { RunStarted } from '../runs/pure/events/runEvent';
import { rootNode } from '../runs/pure/fold/run';
import { RunLog } from '../runs/pure/log/runLog';
import type { Issue } from '../runs/pure/model/issue';
import { systemClock } from '../system/node/systemClock';
import type { CommandCall } from './command';

/** Starts a new run and returns its log. */
export async function startCliRun(
	{ storage, log, version, packageRoot }: Pick<CommandCall, 'storage' | 'log' | 'version' | 'packageRoot'>,
	{
		issue: given,
		folders,
		setup,
		goal,
	}: { issue: Issue; folders: readonly string[]; setup: RunSetup } & Pick<RunStarted, 'goal'>,
): Promise<RunLog> {
	const runId = newRunId(systemClock.now());
	const run = RunLog.start(new RunFiles(storage, log), systemClock, runId);
	const { server, engine, strategy, execution } = setup;
	const issue = { ...given, title: issueTitle(given, openGrammarFolder(packageRoot).languages) };
	await run.emit(rootNode, {
		type: 'runStarted',
		...{ runId, issue, strategy: strategy.name, engine, workspace: folders, version },
		...(goal !== undefined && { goal }),
		...(execution !== undefined && { executes: true }),
		...(server !== undefined && { server }),
	});
	return run;
}
