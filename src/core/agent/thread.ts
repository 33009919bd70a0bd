import type { ChatMessage, InstructionMessage, ToolMessage } from '../model/chat';
import { type ChatReply, ModelError } from '../ports';
import type { RunLog } from '../runLog';
import { UserError } from '../util/userError';
import type { AgentParts } from './agentParts';
import { Conversation } from './conversation';
import droppedResult from './droppedResult.md';
import { fillTemplate } from './fillTemplate';
import { type AskedRequest, ModelCaller } from './modelCaller';
import { noteOnce } from './noteOnce';
import { sumOfTokens } from './tokenEstimate';

/** A request of the thread: its messages are the thread's own. */
export type ThreadRequest = Omit<AskedRequest, 'messages'>;

/** What the answer may take of the window. */
const answerShare = 0.25;
/** The window after a server said that even less fits than it was thought to. */
const shrunkShare = 0.6;
const maxShrinks = 4;

/** A conversation with a model that is kept under the model's window; what had to go is said in the run. */
export class Thread {
	private readonly log: RunLog;
	private readonly caller: ModelCaller;
	private readonly conversation = new Conversation();
	private limitTokens: number;
	/** Tokens as the server counts them, for one as we estimate them; never less than that one. */
	private tokenRatio = 1;

	constructor(log: RunLog, parts: AgentParts, caller = new ModelCaller(log, parts)) {
		this.log = log;
		this.caller = caller;
		this.limitTokens = Math.floor(parts.model.contextTokens * (1 - answerShare));
	}

	add(...messages: readonly ChatMessage[]): void {
		this.conversation.add(...messages);
	}

	/** A tool's result, as a message of the given role: the first to go when room is needed. `call` is how it was called. */
	addResult(message: InstructionMessage | ToolMessage, call: string): void {
		this.conversation.addResult(message, { ...message, text: fillTemplate(droppedResult, { call }) });
	}

	/** Asks, and adds the answer to the thread. Throws as `ModelCaller.ask` does. */
	async ask(node: string, request: ThreadRequest): Promise<ChatReply> {
		const reply = await this.askFitting(node, request);
		// Calls nobody offered could never be answered, and a server wants each answered.
		const toolCalls = request.tools === undefined ? [] : reply.toolCalls;
		const { text } = reply;
		if (reply.finish === 'length') {
			await noteOnce(this.log, node, 'The answer was cut off at its longest allowed length.');
		}
		this.conversation.add({ role: 'assistant', text, ...(toolCalls.length > 0 && { toolCalls }) });
		return { ...reply, toolCalls };
	}

	private async askFitting(node: string, request: ThreadRequest): Promise<ChatReply> {
		for (let nShrinks = 0; ; nShrinks++) {
			const { messages, nDropped } = this.conversation.fitting(this.limitTokens / this.tokenRatio);
			if (nDropped > 0) {
				await noteOnce(this.log, node, `Left out the ${nDropped} oldest results to stay within the model's window.`);
			}
			try {
				const reply = await this.caller.ask(node, { ...request, messages });
				this.learnRatio(messages, reply);
				return reply;
			} catch (error) {
				if (!(error instanceof ModelError)) {
					throw error;
				}
				if (error.kind !== 'contextTooLong' || nShrinks >= maxShrinks) {
					throw new UserError(error.message);
				}
				this.limitTokens = Math.floor(this.limitTokens * shrunkShare);
			}
		}
	}

	private learnRatio(messages: readonly ChatMessage[], { usage }: ChatReply): void {
		if (usage !== undefined && !usage.isEstimated && usage.inputTokens > 0) {
			this.tokenRatio = Math.max(1, usage.inputTokens / sumOfTokens(messages));
		}
	}
}
