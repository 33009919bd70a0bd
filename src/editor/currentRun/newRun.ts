import type { Clock } from '../../core/clock';
import type { LanguageData } from '../../core/languages/languageData';
import type { Issue } from '../../core/model/issue';
import type { RunStarted } from '../../core/model/run/runEvent';
import { RunLog } from '../../core/runLog';
import type { RunSetup } from '../../core/strategies/runSetup';
import type { RunFiles } from '../../node/runs/runFiles';
import { newRunId } from '../../node/runs/runId';

/** Where the runs of a window are kept, and what they are named by. */
export interface NewRunDeps {
	readonly runs: RunFiles;
	readonly clock: Clock;
	readonly version: string;
	readonly workspaceNames: () => readonly string[];
	readonly languages: () => Promise<readonly LanguageData[]>;
}

/** The log of a new run of this window, and the event that it has to begin with. */
export async function newRun(
	{ runs, clock, version, workspaceNames, languages }: NewRunDeps,
	given: Issue,
	{ engine, server, strategy }: RunSetup,
): Promise<{ readonly log: RunLog; readonly started: RunStarted }> {
	const { issueTitle } = await import('../../core/rank/brief/readOutput');
	const issue = { ...given, title: issueTitle(given, await languages()) };
	const runId = newRunId(clock.now());
	const common = { runId, issue, strategy: strategy.name, engine, workspace: workspaceNames(), version };
	return {
		log: RunLog.start(runs, clock, runId),
		started: { type: 'runStarted', ...common, ...(server !== undefined && { server }) },
	};
}
