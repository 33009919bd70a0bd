import { defaultOptions } from '../../src/engine/agent/options';
import { rover } from '../../src/engine/strategies/rover';
import type { Workspace } from '../../src/history/pure/workspace';
import { rootNode } from '../../src/runs/pure/fold/run';
import { nullRunStore } from '../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../src/runs/pure/log/runLog';
import type { BugLocation } from '../../src/runs/pure/model/location';

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
