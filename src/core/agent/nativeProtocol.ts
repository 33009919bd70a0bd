import type { RequestedCall } from '../model/chat';
import { callKey } from '../tools/callKey';
import type { ForkOptions } from './conversation';
import { joinRemarks } from './joinRemarks';
import type { AgentStep, Protocol, ProtocolDeps, ToolResults } from './protocol';
import { toolCallReply } from './reply/toolCallReply';
import { toolSchemas } from './toolSchema';

/** Native tool calls: a call and the report are calls alike, and what the model thinks is in the text beside them. */
export class NativeProtocol<Report> implements Protocol<Report> {
	/** Calls of the last answer; each must be answered before the next request. */
	private open: readonly RequestedCall[] = [];

	private constructor(private readonly deps: ProtocolDeps<Report>) {}

	static open<Report>(deps: ProtocolDeps<Report>): NativeProtocol<Report> {
		const { prompts, conversation } = deps;
		const opening = [...prompts.opening, prompts.choose].map(text => ({ role: 'user', text }) as const);
		conversation.add({ role: 'system', text: prompts.system }, ...opening);
		return new NativeProtocol(deps);
	}

	fork(options?: ForkOptions): NativeProtocol<Report> {
		const copy = new NativeProtocol({ ...this.deps, conversation: this.deps.conversation.fork(options) });
		copy.open = this.open;
		return copy;
	}

	async step(node: string): Promise<AgentStep<Report>> {
		const { toolset, prompts, conversation } = this.deps;
		const tools = toolSchemas(toolset);
		const offered = tools.length === 0 ? {} : { tools };
		const { text, toolCalls } = await conversation.ask(node, { purpose: prompts.purposes.decide, ...offered });
		this.open = toolCalls;
		return { ...toolCallReply(toolCalls, text, toolset), text };
	}

	async tell(_node: string, { results, remarks }: ToolResults): Promise<void> {
		const texts = new Map(results.map(({ call, text }) => [callKey(call), text]));
		const { toolset, conversation } = this.deps;
		const answered = new Set<string>();
		for (const requested of this.open) {
			const { calls, problems } = toolCallReply([requested], '', toolset);
			const keys = calls.map(callKey);
			const answers = keys.flatMap(key => texts.get(key) ?? []);
			for (const key of keys) {
				answered.add(key);
			}
			const text = joinRemarks([...answers, ...problems]) || 'Noted.';
			conversation.addResult({ role: 'tool', call: requested.id, text }, requested.name);
		}
		this.open = [];
		this.addRest(
			results.filter(({ call }) => !answered.has(callKey(call))).map(({ text }) => text),
			remarks,
		);
	}

	/** Results of calls written in the text, and remarks: no tool call waits for them. */
	private addRest(results: readonly string[], remarks: readonly string[]): void {
		const text = joinRemarks([...results, ...remarks]);
		if (text !== '') {
			this.deps.conversation.add({ role: 'user', text });
		}
	}
}
