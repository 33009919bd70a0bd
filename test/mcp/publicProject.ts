import { visibleWorkspace } from '../../src/history/pure/visible/visibleWorkspace';
import { callPublicTool, type PublicAnswer } from '../../src/mcp/callPublicTool';
import type { PublicContext, PublicRunStart, PublicRuns, PublicTool } from '../../src/mcp/publicTool';
import { offeredTools } from '../../src/mcp/publicTools';
import { ShownCode } from '../../src/mcp/shownCode';
import { type HiddenFiles, readAiIgnore } from '../../src/outgoing/pure/gate/aiIgnore';
import { OutgoingGate } from '../../src/outgoing/pure/gate/outgoingGate';
import { rootNode } from '../../src/runs/pure/fold/run';
import { RunLog } from '../../src/runs/pure/log/runLog';
import type { Progress } from '../../src/system/pure/progress';
import { MemoryRuns } from '../support/memoryRuns';
import { memoryWorkspace } from '../support/memoryWorkspace';
import { RecordedLog } from '../support/recordedLog';

/** A workspace in memory, with its runs, and the public tools over it. */
export class PublicProject implements PublicRuns {
	readonly gate = new OutgoingGate();
	readonly progress: Progress[] = [];
	readonly store = new MemoryRuns();
	private readonly shown = new ShownCode();
	private ids: string[] = [];

	private constructor(
		private readonly workspace: Awaited<ReturnType<typeof memoryWorkspace>>,
		private readonly rules: HiddenFiles,
	) {}

	static async of(texts: Readonly<Record<string, string>>): Promise<PublicProject> {
		const workspace = await memoryWorkspace(texts);
		return new PublicProject(workspace, await readAiIgnore(workspace.files));
	}

	call(name: string, args: Readonly<Record<string, unknown>> = {}, signal?: AbortSignal): Promise<PublicAnswer> {
		return this.callOneOf(offeredTools({ canExecute: true, canFix: false }), name, args, signal);
	}

	callOneOf(
		tools: readonly PublicTool[],
		name: string,
		args: Readonly<Record<string, unknown>>,
		signal?: AbortSignal,
	): Promise<PublicAnswer> {
		return callPublicTool(tools, { name, args }, this.gate, this.context(signal));
	}

	async start({ issue, setup, goal }: PublicRunStart): Promise<RunLog> {
		const { strategy, engine } = setup;
		const runId = `run-${this.ids.length + 1}`;
		this.ids = [runId, ...this.ids];
		const run = RunLog.start(this.store, clock, runId);
		const started = { issue, strategy: strategy.name, engine, workspace: ['/project'], version: '0' };
		await run.emit(rootNode, { type: 'runStarted', runId, ...started, ...(goal && { goal }) });
		return run;
	}

	async read(id: string) {
		return (await RunLog.reopen(this.store, clock, id)).run;
	}

	list() {
		return Promise.all(this.ids.map(id => this.read(id)));
	}

	private context(signal = new AbortController().signal): PublicContext {
		return {
			open: async () => visibleWorkspace(this.workspace, this.rules),
			hidden: async () => this.rules,
			runs: this,
			shown: this.shown,
			log: new RecordedLog(),
			signal,
			onProgress: progress => this.progress.push(progress),
		};
	}
}

const clock = { now: () => 0 };
