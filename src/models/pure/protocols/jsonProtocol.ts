import type { SentResult } from '../context/exchange';
import type { ReadCall } from '../reply/agentReply';
import { jsonReply } from '../reply/jsonReply';
import { replySchema } from '../reply/replySchema';
import type { ConversationRequest, ForkOptions } from '../requests/conversation';
import { callKey } from '../tools/callKey';
import { joinRemarks } from './joinRemarks';
import type { AgentStep, Protocol, ProtocolDeps, StepQuestion, ToolResults } from './protocol';
import { jsonFormPrompt } from './replyForms';

/** Each answer is one JSON object: the model's reasoning, its calls, its report. */
export class JsonProtocol<Report> implements Protocol<Report> {
	private constructor(
		private readonly deps: ProtocolDeps<Report>,
		/** Absent if there is nothing to answer in JSON. */
		private readonly json: ConversationRequest['json'],
	) {}

	/** `hasSchema`: the endpoint enforces a schema; without it, only the prompt states the form. */
	static open<Report>(
		deps: ProtocolDeps<Report>,
		{ hasSchema }: { readonly hasSchema: boolean },
	): JsonProtocol<Report> {
		const { toolset, prompts, conversation } = deps;
		const form = jsonFormPrompt(toolset);
		const name = `${toolset.callNoun?.one ?? 'call'}_step`.replaceAll(/\W+/g, '_');
		const json = hasSchema ? { name, schema: replySchema(toolset) } : 'object';
		const opening = [...prompts.opening, prompts.choose].map(text => ({ role: 'user', text }) as const);
		conversation.add({ role: 'system', text: joinRemarks([prompts.system, form ?? '']) }, ...opening);
		return new JsonProtocol(deps, form === undefined ? undefined : json);
	}

	sentResults(call: ReadCall): readonly SentResult[] {
		return this.deps.conversation.sentResults(callKey(call));
	}

	fork(options?: ForkOptions): JsonProtocol<Report> {
		return new JsonProtocol({ ...this.deps, conversation: this.deps.conversation.fork(options) }, this.json);
	}

	async step(node: string, _nLeft?: number, question?: StepQuestion): Promise<AgentStep<Report>> {
		const { json } = this;
		const { toolset, prompts, conversation } = this.deps;
		const purpose = prompts.purposes.decide;
		const { text } = await conversation.ask(node, { purpose, ...(json !== undefined && { json }), ...question });
		const nothing = { calls: [], report: [], problems: [] };
		const reply = json === undefined ? nothing : jsonReply(text, toolset);
		const own = reply.calls.length + reply.report.length > 0 ? [] : (toolset.inText?.(text) ?? []);
		return own.length > 0 ? { calls: own, report: [], problems: [], text } : { ...reply, text };
	}

	async addResults(_node: string, { results, remarks }: ToolResults): Promise<void> {
		const { prompts, conversation } = this.deps;
		for (const { call, text } of results) {
			conversation.addResult({ role: 'user', text }, { written: call.written, keys: [callKey(call)] });
		}
		const asks = results.length > 0 ? [prompts.analyze, prompts.decide] : [];
		conversation.add({ role: 'user', text: joinRemarks([...remarks, ...asks]) });
	}
}
