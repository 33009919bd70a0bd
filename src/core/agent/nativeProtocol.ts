import type { RequestedCall } from '../model/chat';
import { allTools } from '../tools/allTools';
import { callKey } from '../tools/callKey';
import { joinRemarks } from './joinRemarks';
import type { Protocol, ProtocolPrompts, Told } from './protocol';
import type { AgentReply } from './reply/agentReply';
import { reportLocations } from './reply/reportLocations';
import { toolCallReply } from './reply/toolCallReply';
import type { Thread } from './thread';
import { toolSchema } from './toolSchema';

/** Native tool calls: searches and the locations are calls alike, and what the model thinks stands in the text beside them. */
export class NativeProtocol implements Protocol {
	private readonly thread: Thread;
	private readonly tools = [...allTools.map(toolSchema), reportLocations];
	/** Calls of the last answer; each must be answered before the next request. */
	private open: readonly RequestedCall[] = [];

	constructor(thread: Thread, prompts: ProtocolPrompts) {
		this.thread = thread;
		const opening = [...prompts.opening, prompts.choose].map(text => ({ role: 'user', text }) as const);
		thread.add({ role: 'system', text: prompts.system }, ...opening);
	}

	async step(node: string): Promise<AgentReply> {
		const { text, toolCalls } = await this.thread.ask(node, { purpose: 'search or name locations', tools: this.tools });
		this.open = toolCalls;
		return toolCallReply(toolCalls, text);
	}

	async tell(_node: string, { results, remarks }: Told): Promise<void> {
		const texts = new Map(results.map(({ call, text }) => [callKey(call), text]));
		const told = new Set<string>();
		for (const requested of this.open) {
			const { calls, problems } = toolCallReply([requested]);
			const keys = calls.map(callKey);
			const answers = keys.flatMap(key => texts.get(key) ?? []);
			for (const key of keys) {
				told.add(key);
			}
			const text = joinRemarks([...answers, ...problems]) || 'Noted.';
			this.thread.addResult({ role: 'tool', call: requested.id, text }, requested.name);
		}
		this.open = [];
		this.sayRest(
			results.filter(({ call }) => !told.has(callKey(call))).map(({ text }) => text),
			remarks,
		);
	}

	/** Results of calls that stood in the text, and remarks: no tool call waits for them. */
	private sayRest(results: readonly string[], remarks: readonly string[]): void {
		const text = joinRemarks([...results, ...remarks]);
		if (text !== '') {
			this.thread.add({ role: 'user', text });
		}
	}
}
