import { defaultOptions } from '../../../../src/engine/agent/options';
import { rover } from '../../../../src/engine/strategies/rover';
import type { Workspace } from '../../../../src/history/pure/workspace';
import type { RunEvent } from '../../../../src/runs/pure/events/runEvent';
import { type Run, rootNode } from '../../../../src/runs/pure/fold/run';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import type { Issue } from '../../../../src/runs/pure/model/issue';
import { MemoryRuns } from '../../../support/memoryRuns';

export interface LocateOptions {
	/** Called after each event. */
	readonly onEvent?: (event: RunEvent) => void;
	readonly signal?: AbortSignal;
}

export interface LocateResult {
	/** How it ended: as the code that starts runs would report it. */
	readonly run: Run;
	readonly events: readonly RunEvent[];
}

const runId = 'a';

/** Locates the bug of an issue in a run of its own, from its start to its end. */
export async function locateRun(
	workspace: Workspace,
	issue: Issue,
	options: LocateOptions = {},
): Promise<LocateResult> {
	const store = new MemoryRuns();
	const log = RunLog.start(store, clock(), runId);
	await log.emit(rootNode, { type: 'runStarted', runId, issue, engine: 'embedded', workspace: ['/ws'], version: '0' });
	const { nFiles, nSymbols } = workspace.index;
	await log.emit(rootNode, { type: 'indexed', nFiles, nSymbols });
	return endRun(store, log, workspace, options);
}

/** Goes on with a run of which only these events were written. */
export async function resumeRun(
	workspace: Workspace,
	events: readonly RunEvent[],
	options: LocateOptions = {},
): Promise<LocateResult> {
	const store = new MemoryRuns();
	store.events.set(runId, [...events]);
	const log = await RunLog.reopen(store, clock(), runId);
	await log.emit(rootNode, { type: 'runResumed' });
	return endRun(store, log, workspace, options);
}

async function endRun(
	store: MemoryRuns,
	log: RunLog,
	workspace: Workspace,
	{ onEvent, signal }: LocateOptions,
): Promise<LocateResult> {
	const stop = log.onEvent(event => onEvent?.(event));
	const context = { workspace, signal: signal ?? new AbortController().signal, options: defaultOptions };
	const outcome = await rover.run(log, context).then(
		() => (signal?.aborted === true ? 'cancelled' : 'done'),
		error => {
			if (signal?.aborted !== true) {
				throw error;
			}
			return 'cancelled' as const;
		},
	);
	stop();
	await log.emit(rootNode, { type: 'runEnded', outcome });
	return { run: log.run, events: store.events.get(runId) ?? [] };
}

function clock(): { now(): number } {
	let at = 0;
	return { now: () => at++ };
}
