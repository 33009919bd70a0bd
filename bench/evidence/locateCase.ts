import type { Workspace } from '../../src/core/history/workspace';
import type { BugLocation } from '../../src/core/model/location';
import { rootNode } from '../../src/core/model/run/run';
import { nullRunStore } from '../../src/core/nullRunStore';
import { RunLog } from '../../src/core/runLog';
import { rover } from '../../src/core/strategies/rover/rover';
import { defaultOptions } from '../../src/core/strategies/strategy';

/** The locations of a run of the embedded localizer, which is not stored. The first line of the text is the title. */
export async function locateCase(text: string, workspace: Workspace): Promise<readonly BugLocation[]> {
	const [title = ''] = text.split('\n');
	const issue = { title, body: text, source: { kind: 'text' as const } };
	const log = RunLog.start(nullRunStore, { now: () => 0 }, 'bench');
	const started = { runId: 'bench', issue, engine: 'embedded', workspace: [], version: '' };
	await log.emit(rootNode, { type: 'runStarted', ...started });
	await rover.run(log, { workspace, signal: new AbortController().signal, options: defaultOptions });
	return log.run.selected.locations;
}
