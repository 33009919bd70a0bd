import type { ChatMessage } from '../../../runs/pure/model/chat';
import type { SentResult } from '../context/exchange';
import type { ReadCall } from '../reply/agentReply';
import { proseReply } from '../reply/proseReply';
import type { Conversation, ForkOptions } from '../requests/conversation';
import { callKey } from '../tools/callKey';
import { emptyToolset, type Toolset } from '../tools/toolset';
import { joinRemarks } from './joinRemarks';
import type { AgentStep, Protocol, StepQuestion, ToolResults } from './protocol';

/** A conversation about one text. */
export interface TextTask {
	readonly opening: readonly ChatMessage[];
	/** The purpose of the requests, in a few words for the user. */
	readonly purpose: string;
	/** The tools that may be called in the text of an answer; none unless given. */
	readonly toolset?: Toolset<never>;
}

/** Plain text answers, which the stage reads itself; only calls that are clearly written in one are read from it. */
export class TextProtocol implements Protocol<never> {
	constructor(
		private readonly conversation: Conversation,
		private readonly task: TextTask,
	) {
		conversation.add(...task.opening);
	}

	async step(node: string, _nLeft?: number, question?: StepQuestion): Promise<AgentStep<never>> {
		const { purpose, toolset = emptyToolset } = this.task;
		const { text } = await this.conversation.ask(node, { purpose, ...question });
		const { calls, problems, isSure } = proseReply(text, toolset);
		return { text, calls: isSure ? calls : [], report: [], problems: toolset.tools.length > 0 ? problems : [] };
	}

	sentResults(call: ReadCall): readonly SentResult[] {
		return this.conversation.sentResults(callKey(call));
	}

	fork(options?: ForkOptions): TextProtocol {
		return new TextProtocol(this.conversation.fork(options), { ...this.task, opening: [] });
	}

	async addResults(_node: string, { results, remarks }: ToolResults): Promise<void> {
		for (const { call, text } of results) {
			this.conversation.addResult({ role: 'user', text }, { written: call.written, keys: [callKey(call)] });
		}
		const remark = joinRemarks(remarks);
		if (remark !== '') {
			this.conversation.add({ role: 'user', text: remark });
		}
	}
}
