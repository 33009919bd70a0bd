import { joinRemarks } from './joinRemarks';
import jsonForm from './jsonForm.md';
import type { Protocol, ProtocolPrompts, Told } from './protocol';
import type { AgentReply } from './reply/agentReply';
import { jsonReply } from './reply/jsonReply';
import { replySchema } from './reply/replySchema';
import { resultText } from './resultText';
import type { Thread } from './thread';

/** Each answer is one JSON object: what the model thinks, its calls, its locations. */
export class JsonProtocol implements Protocol {
	private readonly thread: Thread;
	private readonly prompts: ProtocolPrompts;
	private readonly json: { readonly name: string; readonly schema: typeof replySchema } | 'object';

	/** `hasSchema`: the endpoint holds the model to a schema; without, the form stands in the prompt alone. */
	constructor(thread: Thread, prompts: ProtocolPrompts, { hasSchema }: { readonly hasSchema: boolean }) {
		this.thread = thread;
		this.prompts = prompts;
		this.json = hasSchema ? { name: 'search_step', schema: replySchema } : 'object';
		const opening = [...prompts.opening, prompts.choose].map(text => ({ role: 'user', text }) as const);
		thread.add({ role: 'system', text: `${prompts.system}\n\n${jsonForm.trim()}` }, ...opening);
	}

	async step(node: string): Promise<AgentReply> {
		const { text } = await this.thread.ask(node, { purpose: 'search or name locations', json: this.json });
		return jsonReply(text);
	}

	async tell(_node: string, { results, remarks }: Told): Promise<void> {
		for (const result of results) {
			this.thread.addResult({ role: 'user', text: resultText(result) }, result.call.written);
		}
		const asks = results.length > 0 ? [this.prompts.analyze, this.prompts.decide] : [];
		this.thread.add({ role: 'user', text: joinRemarks([...remarks, ...asks]) });
	}
}
