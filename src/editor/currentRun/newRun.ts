import type { LanguageData } from '../../code/pure/languages/languageData';
import type { RunSetup } from '../../engine/strategies/runSetup';
import type { RunFiles } from '../../runs/node/runFiles';
import { newRunId } from '../../runs/node/runId';
import type { RunStarted } from '../../runs/pure/events/runEvent';
import { RunLog } from '../../runs/pure/log/runLog';
import type { Issue } from '../../runs/pure/model/issue';
import type { Clock } from '../../system/pure/clock';

/** The store for the runs of a window, and the source of their names. */
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
	const { issueTitle } = await import('../../localizer/pure/brief/readOutput');
	const issue = { ...given, title: issueTitle(given, await languages()) };
	const runId = newRunId(clock.now());
	const common = { runId, issue, strategy: strategy.name, engine, workspace: workspaceNames(), version };
	return {
		log: RunLog.start(runs, clock, runId),
		started: { type: 'runStarted', ...common, ...(server !== undefined && { server }) },
	};
}
