import { darsOptions, type TreeOptions } from '../../../src/engine/agent/branching/treeRules';
import { giveFeedback } from '../../../src/engine/strategies/giveFeedback';
import { performRun } from '../../../src/engine/strategies/performRun';
import { embeddedEngine, embeddedSetup, modelSetup, unavailableSetup } from '../../../src/engine/strategies/runSetup';
import type { Strategy } from '../../../src/engine/strategies/strategy';
import type { Workspace } from '../../../src/history/pure/workspace';
import type { ChatModel, ChatRequest } from '../../../src/models/pure/chatModel';
import type { Caps } from '../../../src/models/pure/limits/spending';
import { type Supervisor, unattended } from '../../../src/models/pure/limits/supervisor';
import type { RunEvent } from '../../../src/runs/pure/events/runEvent';
import { type Run, rootNode } from '../../../src/runs/pure/fold/run';
import { RunLog } from '../../../src/runs/pure/log/runLog';
import type { ExecutionDeps } from '../../../src/sandbox/pure/execution/executionDeps';
import type { UserError } from '../../../src/system/pure/errors/userError';
import { MemoryRuns } from '../../support/memoryRuns';
import { RecordedLog } from '../../support/recordedLog';

export interface StrategyRunOptions {
	readonly strategy: Strategy;
	readonly workspace: Workspace;
	/** The embedded localizer unless given. */
	readonly model?: ChatModel;
	/** Another model, which compares. */
	readonly judge?: ChatModel;
	/** Why the chosen model cannot be asked. */
	readonly unavailable?: UserError;
	/** Events of a run to continue; a new run unless given. */
	readonly events?: readonly RunEvent[];
	/** A program that shows the bug, and its output: known before. */
	readonly reproduced?: { readonly text: string; readonly output: string } | undefined;
	/** Patches as well. */
	readonly goal?: 'fix';
	readonly nCandidates?: number;
	readonly effort?: 'thorough';
	readonly memoryTokens?: number;
	/** Unless given, nothing is executed. */
	readonly execution?: ExecutionDeps;
	readonly tree?: Partial<TreeOptions>;
	readonly issue?: { readonly title: string; readonly body: string };
	readonly feedback?: { readonly round: string; readonly text: string };
	readonly caps?: Caps;
	readonly supervisor?: Supervisor;
	/** What the user does at an event, while the run is active. */
	readonly acts?: (event: RunEvent, log: RunLog) => Promise<void>;
	/** Called with each event; the process dies where it returns true: nothing is written after that. */
	readonly diesAfter?: (event: RunEvent) => boolean;
}

export interface StrategyRun {
	readonly run: Run;
	readonly events: readonly RunEvent[];
}

/** Runs a strategy on a new run, or continues one, to its end or to where the process dies. */
export async function strategyRun(options: StrategyRunOptions): Promise<StrategyRun> {
	const { strategy, workspace, model, events = [], feedback, caps = {}, supervisor = unattended } = options;
	const { goal, nCandidates = 1, effort, memoryTokens, execution } = options;
	const store = new MemoryRuns();
	const clock = { now: () => 0, wait: async () => undefined };
	store.events.set('a', [...events]);
	const log = events.length === 0 ? RunLog.start(store, clock, 'a') : await RunLog.reopen(store, clock, 'a');
	const { issue: text = { title: 'It fails', body: 'It fails.' } } = options;
	const issue = { ...text, source: { kind: 'text' } } as const;
	const search = {
		// In DARS itself, no judgement is answered.
		...{ execution, tree: { ...darsOptions, maxRepairs: 0, ...options.tree } },
		...(effort && { effort }),
		...(memoryTokens !== undefined && { memoryTokens }),
	};
	const own = goal === undefined ? {} : { goal };
	const started = { runId: 'a', issue, ...own, engine: model?.name ?? embeddedEngine, workspace: [], version: '0' };
	await log.emit(rootNode, events.length === 0 ? { type: 'runStarted', ...started } : { type: 'runResumed' });
	if (events.length === 0 && options.reproduced !== undefined) {
		await emitReproducer(log, options.reproduced);
	}
	const acting: Promise<void>[] = [];
	log.onEvent(event => {
		store.failing ||= options.diesAfter?.(event) === true;
		acting.push(options.acts?.(event, log) ?? Promise.resolve());
	});
	if (feedback !== undefined) {
		await giveFeedback(log, feedback.round, feedback.text);
	}
	const modelOptions = { supervisor, clock, caps, nCandidates, judge: options.judge, ...search };
	const setup =
		options.unavailable !== undefined
			? unavailableSetup(strategy, { engine: 'm' }, options.unavailable)
			: model === undefined
				? embeddedSetup(strategy)
				: modelSetup(strategy, model, modelOptions);
	const signal = new AbortController().signal;
	const open = async () => workspace;
	await performRun(log, { open, setup, log: new RecordedLog(), signal }).catch(error => {
		if (!store.failing) {
			throw error;
		}
	});
	await Promise.all(acting);
	return { run: log.run, events: store.events.get('a') ?? [] };
}

async function emitReproducer(
	log: RunLog,
	{ text, output: stderr }: NonNullable<StrategyRunOptions['reproduced']>,
): Promise<void> {
	const reproducer = { id: log.newId('t'), language: 'python', file: 'faultline_reproducer.py', text };
	await log.emit(rootNode, { type: 'reproducerWritten', reproducer });
	const execution = { stdout: '', stderr, exitCode: 1, timedOut: false, durationMs: 1 };
	const why = 'It fails.';
	const ran = { reproducer: reproducer.id, verdict: 'reproduced', execution, why } as const;
	await log.emit(rootNode, { type: 'reproducerRan', ran });
}

/** A text, or one call, maybe with others. */
export type ModelAnswer =
	| string
	| readonly [name: string, args: Readonly<Record<string, unknown>>, ...others: readonly ModelCall[]];
export type ModelCall = readonly [name: string, args: Readonly<Record<string, unknown>>];

/** A model whose answer is a function of what it is sent, and that counts what it was asked. */
export class AnsweringModel implements ChatModel {
	readonly name: string;
	readonly server = 'test';
	readonly contextTokens = 100_000;
	readonly replyForm = 'tools';
	/** How often each request was sent: its messages and temperature as JSON. */
	readonly asked = new Map<string, number>();
	private readonly answer: (request: ChatRequest) => ModelAnswer;

	constructor(answer: AnsweringModel['answer'], name = 'answering') {
		this.answer = answer;
		this.name = name;
	}

	async complete(request: ChatRequest) {
		await Promise.resolve();
		const { messages, temperature } = request;
		const key = JSON.stringify({ messages, temperature });
		this.asked.set(key, (this.asked.get(key) ?? 0) + 1);
		const answer = this.answer(request);
		const usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 1, isEstimated: false };
		if (typeof answer === 'string') {
			return { text: answer, toolCalls: [], usage, finish: 'done' } as const;
		}
		const [name, args, ...others] = answer;
		const call = { id: `call-${this.asked.size}`, name, arguments: JSON.stringify(args) };
		const more = others.map(([other, given], at) => ({
			...{ id: `${call.id}-${at}`, name: other, arguments: JSON.stringify(given) },
		}));
		return { text: '', toolCalls: [call, ...more], usage, finish: 'done' } as const;
	}
}
