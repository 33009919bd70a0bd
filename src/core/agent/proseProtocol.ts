import { joinRemarks } from './joinRemarks';
import type { ProseConverter } from './proseConverter';
import type { Protocol, ProtocolPrompts, Told } from './protocol';
import type { AgentReply } from './reply/agentReply';
import { resultText } from './resultText';
import type { Thread } from './thread';

/**
 * The model answers in prose, and what it means is read from that: AutoCodeRover's protocol. A round takes two answers,
 * one that chooses or decides, and one that says what the results mean.
 */
export class ProseProtocol implements Protocol {
	private readonly thread: Thread;
	private readonly prompts: ProtocolPrompts;
	private readonly converter: ProseConverter;
	/** What the next step is asked with; nothing after a remark, which asks by itself. */
	private question: 'choose' | 'decide' | undefined = 'choose';

	constructor(thread: Thread, prompts: ProtocolPrompts, converter: ProseConverter) {
		this.thread = thread;
		this.prompts = prompts;
		this.converter = converter;
		const opening = prompts.opening.map(text => ({ role: 'user', text }) as const);
		thread.add({ role: 'system', text: prompts.system }, ...opening);
	}

	async step(node: string): Promise<AgentReply> {
		if (this.question !== undefined) {
			this.thread.add({ role: 'user', text: this.prompts[this.question] });
		}
		const purpose = this.question === 'choose' ? 'choose searches' : 'search or name locations';
		const { text } = await this.thread.ask(node, { purpose });
		this.question = undefined;
		return this.converter.convert(node, text);
	}

	async tell(node: string, { results, remarks }: Told): Promise<void> {
		for (const result of results) {
			this.thread.addResult({ role: 'user', text: resultText(result) }, result.call.written);
		}
		const remark = joinRemarks(remarks);
		if (results.length === 0) {
			this.thread.add({ role: 'user', text: remark });
			return;
		}
		this.thread.add({ role: 'user', text: joinRemarks([remark, this.prompts.analyze]) });
		await this.thread.ask(node, { purpose: 'analyze the results' });
		this.question = 'decide';
	}
}
