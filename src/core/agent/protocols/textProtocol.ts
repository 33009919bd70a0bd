import type { ChatMessage } from '../../model/chat';
import type { Conversation, ForkOptions } from '../conversation';
import { joinRemarks } from '../joinRemarks';
import type { AgentStep, Protocol, ToolResults } from './protocol';

/** Plain text answers, for a stage that only asks: no tool is offered, and the stage reads the text itself. */
export class TextProtocol implements Protocol<never> {
	private readonly retryPurpose: string;
	private nAsked = 0;

	/** `retryPurpose` is shown from the second request on. */
	constructor(
		private readonly conversation: Conversation,
		opening: readonly ChatMessage[],
		private readonly purpose: string,
		retryPurpose: string = purpose,
	) {
		this.retryPurpose = retryPurpose;
		conversation.add(...opening);
	}

	async step(node: string): Promise<AgentStep<never>> {
		const purpose = this.nAsked++ === 0 ? this.purpose : this.retryPurpose;
		const { text } = await this.conversation.ask(node, { purpose });
		return { text, calls: [], report: [], problems: [] };
	}

	sentResults(): readonly [] {
		return [];
	}

	fork(options?: ForkOptions): TextProtocol {
		const copy = new TextProtocol(this.conversation.fork(options), [], this.purpose, this.retryPurpose);
		copy.nAsked = this.nAsked;
		return copy;
	}

	async addResults(_node: string, { remarks }: ToolResults): Promise<void> {
		this.conversation.add({ role: 'user', text: joinRemarks(remarks) });
	}
}
