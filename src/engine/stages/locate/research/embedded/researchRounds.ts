import { CallRunner } from '../../../../../models/pure/loop/callRunner';
import type { TrajectoryMemory } from '../../../../../models/pure/memory/trajectoryMemory';
import { callKey } from '../../../../../models/pure/tools/callKey';
import type { ToolArgs, ToolContext } from '../../../../../models/pure/tools/tool';
import { historyTools, memoryTools, researcherTools } from '../../../../../models/pure/tools/toolTable';
import type { RunLog } from '../../../../../runs/pure/log/runLog';
import type { ToolAnswer } from '../../../../../runs/pure/model/toolAnswer';

const tools = [...researcherTools, ...historyTools, ...memoryTools];

export interface ResearchCall {
	readonly tool: string;
	readonly args: ToolArgs;
}

/** The rounds of a trajectory without a model: recorded like a model's, with its tools, in the same working memory. */
export class ResearchRounds {
	/** The newest round; before the first one, the node it follows. */
	node: string;
	nRounds = 0;
	private readonly runner: CallRunner;

	constructor(
		private readonly log: RunLog,
		start: string,
		private readonly memory: TrajectoryMemory,
		private readonly context: ToolContext,
	) {
		this.node = start;
		this.runner = new CallRunner(log, tools, { ...context, memory });
	}

	async open(title: string, reasoning: readonly string[]): Promise<void> {
		this.context.signal?.throwIfAborted();
		this.nRounds++;
		this.node = await this.log.open(this.node, { key: 'round', kind: 'round', title });
		this.memory.begin(this.node);
		for (const text of reasoning) {
			await this.log.once(this.node, { type: 'reasoned', text });
		}
	}

	/** The answer is in the memory from then on, unless the call only changes the memory. */
	async call(call: ResearchCall): Promise<ToolAnswer> {
		const [result] = await this.runner.run(this.node, [{ ...call, written: callKey(call) }]);
		if (result === undefined) {
			throw new Error('a call has a result');
		}
		if (!memoryTools.some(({ name }) => name === call.tool)) {
			const made = (this.log.run.nodes[this.node]?.calls ?? []).filter(each => callKey(each) === callKey(call));
			await this.memory.remember(this.node, made);
		}
		return result.answer;
	}

	async note(text: string): Promise<void> {
		await this.call({ tool: 'take_note', args: { text } });
	}

	async close(summary: string): Promise<void> {
		await this.log.close(this.node, summary);
	}
}
