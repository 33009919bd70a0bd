import type { ChatMessage, InstructionMessage, ToolMessage } from '../model/chat';
import { type ChatReply, ModelError } from '../ports';
import type { RunLog } from '../runLog';
import { UserError } from '../util/userError';
import type { AgentDeps } from './agentDeps';
import droppedResult from './droppedResult.md';
import { fillTemplate } from './fillTemplate';
import { ModelCaller, type ModelRequest } from './modelCaller';
import { sumOfTokens } from './tokenEstimate';

/** A request of the conversation: its messages are the conversation's own. */
export type ConversationRequest = Omit<ModelRequest, 'messages' | 'temperature'>;

/** What a fork continues with; as before unless given. */
export interface ForkOptions {
	readonly deps?: AgentDeps;
	readonly temperature?: number;
}

interface Turn {
	readonly message: ChatMessage;
	/** Replaces the message once it is dropped; absent if it is never dropped. */
	readonly stub?: ChatMessage;
}

/** The part of the context window that is kept for the answer. */
const answerShare = 0.25;
/** The share that is used after a server reported that less fits than expected. */
const shrunkShare = 0.6;
const maxShrinks = 4;
/** Once room is needed, messages are dropped down to this share of the limit, so that a server's prompt cache lasts a while. */
const keptShare = 0.75;

/**
 * A conversation with a model, kept within the model's context window. Turns are only ever added; when they outgrow the
 * window, the oldest tool results are sent as a short stub from then on, and the run notes it.
 */
export class Conversation {
	private readonly caller: ModelCaller;
	private readonly temperature: number | undefined;
	private turns: readonly Turn[] = [];
	/** How many of the droppable turns are dropped, oldest first. */
	private nDropped = 0;
	private limitTokens: number;
	/** Tokens as the server counts them per estimated token; at least 1. */
	private tokenRatio = 1;

	constructor(
		private readonly log: RunLog,
		private readonly deps: AgentDeps,
		temperature?: number,
	) {
		this.caller = new ModelCaller(log, deps);
		this.temperature = temperature;
		this.limitTokens = Math.floor(deps.model.contextTokens * (1 - answerShare));
	}

	/** The same conversation up to here, to be continued independently, perhaps with another model or temperature. */
	fork({ deps = this.deps, temperature = this.temperature }: ForkOptions = {}): Conversation {
		const copy = new Conversation(this.log, deps, temperature);
		copy.turns = this.turns;
		copy.nDropped = this.nDropped;
		return copy;
	}

	add(...messages: readonly ChatMessage[]): void {
		this.turns = [...this.turns, ...messages.map(message => ({ message }))];
	}

	/** A tool's result, as a message of the given role: the first to go when room is needed. `call` is how it was called. */
	addResult(message: InstructionMessage | ToolMessage, call: string): void {
		const stub = { ...message, text: fillTemplate(droppedResult, { call }) };
		this.turns = [...this.turns, { message, stub }];
	}

	/** Asks, and adds the answer to the conversation. Throws as `ModelCaller.ask` does. */
	async ask(node: string, request: ConversationRequest): Promise<ChatReply> {
		const reply = await this.askWithinWindow(node, request);
		// Calls of tools that were not offered could never be answered, and a server requires an answer to each.
		const toolCalls = request.tools === undefined ? [] : reply.toolCalls;
		const { text } = reply;
		if (reply.finish === 'length') {
			await this.note(node, 'The answer was cut off at its longest allowed length.');
		}
		this.add({ role: 'assistant', text, ...(toolCalls.length > 0 && { toolCalls }) });
		return { ...reply, toolCalls };
	}

	private async askWithinWindow(node: string, request: ConversationRequest): Promise<ChatReply> {
		for (let nShrinks = 0; ; nShrinks++) {
			const nNew = this.drop(this.limitTokens / this.tokenRatio);
			if (nNew > 0) {
				await this.note(node, `Left out the ${nNew} oldest results to stay within the model's context window.`);
			}
			const messages = this.messages();
			try {
				const { temperature } = this;
				const asked = { ...request, messages, ...(temperature !== undefined && { temperature }) };
				const reply = await this.caller.ask(node, asked);
				this.learnRatio(messages, reply);
				return reply;
			} catch (error) {
				if (!(error instanceof ModelError)) {
					throw error;
				}
				if (error.kind !== 'contextTooLong' || nShrinks >= maxShrinks) {
					throw new UserError(error.message, { cures: error.cures });
				}
				const sentTokens = sumOfTokens(messages) * this.tokenRatio;
				this.limitTokens = Math.floor(Math.min(this.limitTokens, sentTokens) * shrunkShare);
			}
		}
	}

	private note(node: string, text: string): Promise<void> {
		return this.log.once(node, { type: 'noted', text });
	}

	/** Drops as many of the oldest results as it takes to fit; the newest always stays. Returns how many were dropped now. */
	private drop(limitTokens: number): number {
		const nBefore = this.nDropped;
		if (sumOfTokens(this.messages()) > limitTokens) {
			const nDroppable = this.turns.filter(({ stub }) => stub !== undefined).length;
			while (this.nDropped < nDroppable - 1 && sumOfTokens(this.messages()) > limitTokens * keptShare) {
				this.nDropped++;
			}
		}
		return this.nDropped - nBefore;
	}

	private messages(): ChatMessage[] {
		let nLeft = this.nDropped;
		return this.turns.map(({ message, stub }) => (stub !== undefined && nLeft-- > 0 ? stub : message));
	}

	private learnRatio(messages: readonly ChatMessage[], { usage }: ChatReply): void {
		if (usage !== undefined && !usage.isEstimated && usage.inputTokens > 0) {
			this.tokenRatio = Math.max(1, usage.inputTokens / sumOfTokens(messages));
		}
	}
}
