import type { Issue } from '../../core/model/issue';
import { rootNode } from '../../core/model/run/run';
import type { RunStarted } from '../../core/model/run/runEvent';
import { issueTitle } from '../../core/rank/brief/readOutput';
import { RunLog } from '../../core/runLog';
import type { RunSetup } from '../../core/strategies/runSetup';
import { openGrammarFolder } from '../languages/grammarFolder';
import { RunFiles } from '../runs/runFiles';
import { newRunId } from '../runs/runId';
import { systemClock } from '../systemClock';
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
	const { server, engine, strategy } = setup;
	const issue = { ...given, title: issueTitle(given, openGrammarFolder(packageRoot).languages) };
	await run.emit(rootNode, {
		type: 'runStarted',
		...{ runId, issue, strategy: strategy.name, engine, workspace: folders, version },
		...(goal !== undefined && { goal }),
		...(server !== undefined && { server }),
	});
	return run;
}
