import { giveFeedback } from '../../../../../src/engine/strategies/giveFeedback';
import { performRun } from '../../../../../src/engine/strategies/performRun';
import { rover } from '../../../../../src/engine/strategies/rover';
import { modelSetup } from '../../../../../src/engine/strategies/runSetup';
import type { Workspace } from '../../../../../src/history/pure/workspace';
import type { ChatModel } from '../../../../../src/models/pure/chatModel';
import type { Caps } from '../../../../../src/models/pure/limits/spending';
import { type Supervisor, unattended } from '../../../../../src/models/pure/limits/supervisor';
import type { RunEvent } from '../../../../../src/runs/pure/events/runEvent';
import { type Run, rootNode } from '../../../../../src/runs/pure/fold/run';
import type { Price } from '../../../../../src/runs/pure/fold/spent';
import { RunLog } from '../../../../../src/runs/pure/log/runLog';
import type { Issue } from '../../../../../src/runs/pure/model/issue';
import type { Clock } from '../../../../../src/system/pure/clock';
import { MemoryRuns } from '../../../../support/memoryRuns';
import { RecordedLog } from '../../../../support/recordedLog';

export interface ModelRunOptions {
	readonly model: ChatModel;
	readonly maxRounds?: number;
	readonly seeds?: boolean;
	readonly caps?: Caps;
	readonly price?: Price;
	readonly supervisor?: Supervisor;
	readonly signal?: AbortSignal;
	readonly onText?: (node: string, piece: string) => void;
	readonly onEvent?: (event: RunEvent) => void;
}

/** A run, and what was written of it. */
export interface ModelRun {
	readonly run: Run;
	readonly events: readonly RunEvent[];
	/** How long was waited before each further try. */
	readonly waitsMs: readonly number[];
}

const runId = 'a';

/** Locates an issue with a model, from the start of a run to its end. */
export async function runModel(workspace: Workspace, issue: Issue, options: ModelRunOptions): Promise<ModelRun> {
	const store = new MemoryRuns();
	const log = RunLog.start(store, clock(), runId);
	await log.emit(rootNode, { type: 'runStarted', runId, issue, engine: 'scripted', workspace: ['/ws'], version: '0' });
	return perform(store, log, workspace, options);
}

/** Continues a run of which only these events were written. */
export async function resumeModel(
	workspace: Workspace,
	events: readonly RunEvent[],
	options: ModelRunOptions & { readonly feedback?: { readonly after: string; readonly text: string } },
): Promise<ModelRun> {
	const store = new MemoryRuns();
	store.events.set(runId, [...events]);
	const log = await RunLog.reopen(store, clock(), runId);
	await log.emit(rootNode, { type: 'runResumed' });
	if (options.feedback !== undefined) {
		await giveFeedback(log, options.feedback.after, options.feedback.text);
	}
	return perform(store, log, workspace, options);
}

async function perform(
	store: MemoryRuns,
	log: RunLog,
	workspace: Workspace,
	options: ModelRunOptions,
): Promise<ModelRun> {
	const { model, maxRounds = 15, seeds = false, caps = {}, price, supervisor = unattended, onText, onEvent } = options;
	const waitsMs: number[] = [];
	const stop = log.onEvent(event => onEvent?.(event));
	await performRun(log, {
		open: async () => workspace,
		setup: modelSetup(rover, model, {
			...{ maxRounds, seeds, supervisor, caps, price, clock: clock(waitsMs) },
			...(onText !== undefined && { onText }),
		}),
		log: new RecordedLog(),
		signal: options.signal ?? new AbortController().signal,
	});
	stop();
	return { run: log.run, events: store.events.get(runId) ?? [], waitsMs };
}

function clock(waitsMs: number[] = []): Clock {
	let at = 0;
	return { now: () => at++, wait: async ms => void waitsMs.push(ms) };
}
