import type { TreeOptions } from '../../../../src/engine/agent/branching/treeRules';
import type { Strategy } from '../../../../src/engine/strategies/strategy';
import { treeStrategy } from '../../../../src/engine/strategies/tree';
import type { Workspace } from '../../../../src/history/pure/workspace';
import type { ChatModel, ChatRequest } from '../../../../src/models/pure/chatModel';
import { submitTool } from '../../../../src/models/pure/tools/actions/submitTool';
import type { Workbench } from '../../../../src/sandbox/pure/workbench/workbench';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import {
	AnsweringModel,
	type ModelAnswer,
	type StrategyRun,
	type StrategyRunOptions,
	strategyRun,
} from '../../strategies/strategyRun';
import { type BenchOptions, MemoryBench, memoryTools } from './memoryBench';
import { memoryExecution } from './memoryCheckouts';
import { buggy, failure, leadsToFixAt, reproducer } from './plantedBug';

/** A project with a bug, in memory, and what an agent acts with there. Snapshots outlive each run. */
export class TreeWorld {
	private readonly strategy: Strategy;
	/** What the workbench of the next run does with its files. */
	bench: BenchOptions = { texts: buggy };

	private constructor(readonly workspace: Workspace) {
		const snapshots = new Map();
		this.strategy = treeStrategy({
			toolset: async () => ({ tools: [...memoryTools, submitTool] }),
			// The tools of these tests use nothing else of it.
			openWorkbench: async () => (await MemoryBench.open(this.bench, snapshots)) as unknown as Workbench,
		});
	}

	static async create(): Promise<TreeWorld> {
		return new TreeWorld(await memoryWorkspace(buggy));
	}

	run(model: ChatModel, tree: Partial<TreeOptions> = {}, own: Partial<StrategyRunOptions> = {}): Promise<StrategyRun> {
		return strategyRun({ ...this.options(model), tree, ...own });
	}

	/** Of a fix in which programs run. */
	options(model: ChatModel) {
		const { strategy, workspace } = this;
		const reproduced = { text: reproducer, output: failure(buggy) };
		const execution = memoryExecution(buggy, failure);
		return { strategy, workspace, model, execution, reproduced, goal: 'fix' } as const;
	}

	/** A model whose agent answers so. */
	agentAnswering(answer: (request: ChatRequest) => ModelAnswer): AnsweringModel {
		const usual = leadsToFixAt('edit');
		return new AnsweringModel(request => {
			const isAgent = request.messages[0]?.text.startsWith('You maintain a large software project and fix') === true;
			return isAgent ? answer(request) : usual(request);
		});
	}
}
