import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '../../../../src/cli/openWorkspace';
import { darsOptions, type TreeOptions } from '../../../../src/engine/agent/branching/treeRules';
import { performRun } from '../../../../src/engine/strategies/performRun';
import { rover } from '../../../../src/engine/strategies/rover';
import { modelSetup } from '../../../../src/engine/strategies/runSetup';
import type { Strategy } from '../../../../src/engine/strategies/strategy';
import type { Caps } from '../../../../src/models/pure/limits/spending';
import { unattended } from '../../../../src/models/pure/limits/supervisor';
import type { RunEvent } from '../../../../src/runs/pure/events/runEvent';
import { type Run, rootNode } from '../../../../src/runs/pure/fold/run';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import type { ReplyForm } from '../../../../src/runs/pure/model/chat';
import type { NamedTest } from '../../../../src/runs/pure/model/issue';
import { issueFromText } from '../../../../src/runs/pure/model/issueFromText';
import { ScratchCheckouts } from '../../../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../../../src/sandbox/node/confinement/processRunner';
import type { OwnCommands } from '../../../../src/sandbox/pure/execution/ownCommands';
import { MemoryRuns } from '../../../support/memoryRuns';
import { RecordedLog } from '../../../support/recordedLog';
import { repoRoot } from '../../../support/repoRoot';
import { type Scripted, ScriptedModel } from '../../../support/scriptedModel';
import type { TestFolder } from '../../../support/testFolder';

export interface FixRunOptions {
	/** Folder below `sample`. */
	readonly sample: string;
	readonly script: readonly Scripted[];
	/** Native tool calls unless given. */
	readonly form?: ReplyForm;
	readonly mayExecute?: boolean;
	/** Whether the model is shown the embedded localizer's suspects. */
	readonly seeds?: boolean;
	readonly timeoutMs?: number;
	/** For one run of tests, and for measuring them. */
	readonly testMs?: number;
	readonly nCandidates?: number;
	/** `rover` unless given. */
	readonly strategy?: Strategy;
	readonly tree?: Partial<TreeOptions>;
	readonly testCommand?: string;
	readonly ownCommands?: OwnCommands;
	/** The tests of the sample run as they are found in it; else only a given command. */
	readonly runsTests?: boolean;
	readonly caps?: Caps;
	/** The issue was made from this failed test. */
	readonly test?: NamedTest;
	/** Events of a run to continue. */
	readonly events?: readonly RunEvent[];
	/** What the user does before it continues. */
	readonly before?: (log: RunLog) => Promise<void>;
	readonly signal?: AbortSignal;
	readonly onEvent?: (event: RunEvent) => void;
}

export interface FixRun {
	readonly run: Run;
	readonly events: readonly RunEvent[];
	readonly model: ScriptedModel;
	/** The copy of the sample that was looked at. */
	readonly folder: string;
}

/** Fixes the bug of a sample with a scripted model; reproducers really run. */
export async function fixSample(scratch: Pick<TestFolder, 'path'>, options: FixRunOptions): Promise<FixRun> {
	const {
		sample,
		script,
		form = 'tools',
		mayExecute = true,
		nCandidates = 1,
		events = [],
		caps = {},
		onEvent,
	} = options;
	const folder = scratch.path('workspace');
	if (!existsSync(folder)) {
		cpSync(join(repoRoot, 'sample', sample), folder, { recursive: true });
	}
	// Snapshots are kept with the run, whose log is in memory here.
	mkdirSync(scratch.path('storage', 'runs', 'a'), { recursive: true });
	const log = new RecordedLog();
	const roots = [{ name: sample, dir: folder }];
	const { workspace } = await openWorkspace({ roots, packageRoot: repoRoot, log });
	const model = new ScriptedModel(form, script);
	const checkouts = new ScratchCheckouts({ roots, storage: scratch.path('storage'), log });
	const { timeoutMs, testCommand, runsTests = testCommand !== undefined } = options;
	const { testMs } = options;
	const limits = {
		...(timeoutMs !== undefined && { timeoutMs }),
		...(testCommand !== undefined && { testCommand }),
		...(testMs !== undefined && { testTimeoutMs: testMs, coverageTimeoutMs: testMs }),
	};
	const skips = { ...(!runsTests && { skipsTests: true as const }) };
	const { ownCommands } = options;
	const execution = {
		...(ownCommands && { ownCommands }),
		checkouts,
		runner: new ProcessRunner(),
		...limits,
		...skips,
	};
	const tree = { ...darsOptions, ...options.tree };
	const setup = modelSetup(options.strategy ?? rover, model, {
		...{ supervisor: unattended, clock, caps, maxRounds: 5, seeds: options.seeds ?? false, nCandidates, tree },
		execution: mayExecute ? execution : undefined,
	});
	const store = new MemoryRuns();
	store.events.set('a', [...events]);
	const issue = issueFromText(readFileSync(join(folder, 'ISSUE.md'), 'utf8'), { kind: 'file' });
	assert.ok(issue);
	const run = events.length === 0 ? RunLog.start(store, clock, 'a') : await RunLog.reopen(store, clock, 'a');
	run.onEvent(event => onEvent?.(event));
	const { test } = options;
	const source = { ...issue.source, ...(test && { test }) };
	const started = { runId: 'a', issue: { ...issue, source }, engine: model.name, workspace: [folder] } as const;
	await run.emit(
		rootNode,
		events.length === 0 ? { type: 'runStarted', ...started, version: '0', goal: 'fix' } : { type: 'runResumed' },
	);
	await options.before?.(run);
	const signal = options.signal ?? new AbortController().signal;
	await performRun(run, { open: async () => workspace, setup, log, signal });
	return { run: run.run, events: store.events.get('a') ?? [], model, folder };
}

/** A script whose second answer, after a reproducer, is given only once the tests are compared with that. */
export function onceCompared([first, second, ...others]: readonly Scripted[]): Pick<
	FixRunOptions,
	'script' | 'onEvent'
> {
	assert.ok(first !== undefined && second !== undefined);
	let endComparing: () => void = () => assert.fail('nothing waits yet');
	const compared = new Promise<void>(resolve => {
		endComparing = resolve;
	});
	let stage: string | undefined;
	return {
		script: [first, () => compared.then(() => second), ...others],
		onEvent: event => {
			stage = event.type === 'nodeOpened' && event.key === 'spectrum t1' ? event.node : stage;
			if (event.type === 'nodeClosed' && event.node === stage) {
				endComparing();
			}
		},
	};
}

const clock = { now: () => 0, wait: async () => undefined };
