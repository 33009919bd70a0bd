import type { ChatModel } from '../../../../../src/core/agent/chatModel';
import type { Caps } from '../../../../../src/core/agent/limits/spending';
import { type Supervisor, unattended } from '../../../../../src/core/agent/supervisor';
import type { Clock } from '../../../../../src/core/clock';
import type { Workspace } from '../../../../../src/core/history/workspace';
import type { Issue } from '../../../../../src/core/model/issue';
import { type Run, rootNode } from '../../../../../src/core/model/run/run';
import type { RunEvent } from '../../../../../src/core/model/run/runEvent';
import type { Price } from '../../../../../src/core/model/run/spent';
import { RunLog } from '../../../../../src/core/runLog';
import { giveFeedback } from '../../../../../src/core/strategies/giveFeedback';
import { performRun } from '../../../../../src/core/strategies/performRun';
import { rover } from '../../../../../src/core/strategies/rover/rover';
import { modelSetup } from '../../../../../src/core/strategies/runSetup';
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
