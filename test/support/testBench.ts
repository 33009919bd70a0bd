import { openWorkspace } from '../../src/cli/openWorkspace';
import { actionTools } from '../../src/models/pure/tools/actions/actionTools';
import { callTool } from '../../src/models/pure/tools/callTool';
import type { ToolAnswer } from '../../src/runs/pure/model/toolAnswer';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../src/sandbox/node/confinement/processRunner';
import type { Checkout } from '../../src/sandbox/pure/execution/checkouts';
import type { Runner } from '../../src/sandbox/pure/execution/runner';
import { openWorkbench } from '../../src/sandbox/pure/workbench/openWorkbench';
import type { Workbench } from '../../src/sandbox/pure/workbench/workbench';
import { systemClock } from '../../src/system/node/systemClock';
import { RecordedLog } from './recordedLog';
import { repoRoot } from './repoRoot';

export interface TestBench {
	readonly bench: Workbench;
	/** Calls an action tool as a model does. */
	act(tool: string, args?: Readonly<Record<string, string | number>>): Promise<ToolAnswer>;
}

export interface TestBenchOptions {
	/** Absolute: the project, and a folder for Faultline's storage. */
	readonly project: string;
	readonly storage: string;
	readonly runner?: Runner;
	readonly dependencies?: 'linked' | 'copied';
	readonly runId?: string;
	readonly timeoutMs?: number;
	readonly interpreters?: ReadonlyMap<string, string>;
	readonly signal?: AbortSignal;
	/** What the workbench gets in place of its checkout. */
	readonly around?: (checkout: Checkout) => Checkout;
}

/** A workbench over a project on disk, with real programs. */
export async function openTestBench(options: TestBenchOptions): Promise<TestBench> {
	const { project, storage, runner = new ProcessRunner(), runId, timeoutMs, dependencies = 'copied' } = options;
	const { signal = new AbortController().signal, interpreters, around = checkout => checkout } = options;
	const roots = [{ name: 'project', dir: project }];
	const log = new RecordedLog();
	const { workspace } = await openWorkspace({ roots, packageRoot: repoRoot, log });
	const checkouts = new ScratchCheckouts({ roots, storage, log, dependencies });
	const bench = await openWorkbench({
		...{ workspace, clock: systemClock, signal },
		execution: {
			checkouts: { create: async (...args) => around(await checkouts.create(...args)) },
			runner,
			...(timeoutMs !== undefined && { timeoutMs }),
			...(interpreters && { interpreters }),
		},
		serverTimes: { startMs: 10_000, quietMs: 2000, silentMs: 4000 },
		...(runId !== undefined && { runId }),
	});
	const act: TestBench['act'] = (tool, args = {}) =>
		callTool(actionTools, tool, args, { workspace: bench.workspace, workbench: bench, signal });
	return { bench, act };
}
