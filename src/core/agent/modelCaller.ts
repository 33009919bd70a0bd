import type { ChatMessage } from '../model/chat';
import type { RunRequest } from '../model/runRequest';
import { type ChatReply, type ChatRequest, ModelError } from '../ports';
import type { RunLog } from '../runLog';
import { UserError } from '../util/userError';
import type { AgentParts } from './agentParts';
import { isWorthRetrying, maxTries, retryDelayMs } from './retryDelay';
import { estimatedUsage } from './tokenEstimate';

/** A request before it is sent. */
export interface AskedRequest extends Pick<ChatRequest, 'tools' | 'json' | 'temperature'> {
	/** What it is for, in a few words a person reads. */
	readonly purpose: string;
	readonly messages: readonly ChatMessage[];
}

/**
 * Asks the model, with everything about it in the run's log: what was sent, each failed try, the answer. A request that
 * the log holds with its answer is not sent again, so that a resumed run or a branch goes over the old path for nothing:
 * requests are told apart by their order within their node.
 */
export class ModelCaller {
	private readonly log: RunLog;
	private readonly parts: AgentParts;
	/** Where each message stands in the run's list of messages. */
	private readonly positions = new Map<ChatMessage, number>();
	private readonly nAsked = new Map<string, number>();

	constructor(log: RunLog, parts: AgentParts) {
		this.log = log;
		this.parts = parts;
	}

	/**
	 * Throws `UserError` for what only the person can mend, `CapReached`, `ModelError` of kind `contextTooLong` or
	 * `unsupported`, and the signal's reason.
	 */
	async ask(node: string, asked: AskedRequest): Promise<ChatReply> {
		const number = (this.nAsked.get(node) ?? 0) + 1;
		this.nAsked.set(node, number);
		const request = `${node}.m${number}`;
		const recorded = this.recorded(node, request);
		this.recall(recorded, asked.messages);
		if (recorded?.answer !== undefined) {
			const { text, toolCalls, usage, finish } = recorded.answer;
			return { text, toolCalls, usage, finish };
		}
		return this.askNow({ node, request, tools: (asked.tools ?? []).map(({ name }) => name) }, asked);
	}

	private recorded(node: string, request: string): RunRequest | undefined {
		return this.log.run.nodes.find(({ id }) => id === node)?.requests.find(({ id }) => id === request);
	}

	/** The messages of a recorded request are those of now, made again. */
	private recall(recorded: RunRequest | undefined, messages: readonly ChatMessage[]): void {
		recorded?.sent.forEach((position, at) => {
			const message = messages[at];
			if (message !== undefined) {
				this.positions.set(message, position);
			}
		});
	}

	private async askNow(where: Where, asked: AskedRequest): Promise<ChatReply> {
		const { model, spending, clock, signal } = this.parts;
		const { node, request, tools } = where;
		signal.throwIfAborted();
		await spending.allow(this.log, () => clock.now(), signal);
		const { fresh, sent } = this.place(asked.messages);
		const { purpose } = asked;
		await this.log.emit(node, { type: 'modelAsked', request, purpose, fresh, sent, tools, form: model.replyForm });
		const reply = await this.tryUntilAnswered(where, asked);
		const { text, toolCalls, finish } = reply;
		const usage = reply.usage ?? estimatedUsage(asked.messages, { role: 'assistant', text, toolCalls });
		await this.log.emit(node, { type: 'modelAnswered', request, text, toolCalls, usage, finish });
		return { ...reply, usage };
	}

	/** Numbers the messages that were never sent before. */
	private place(messages: readonly ChatMessage[]): { fresh: ChatMessage[]; sent: number[] } {
		const nKnown = this.log.run.messages.length;
		const fresh = messages.filter(message => !this.positions.has(message));
		fresh.forEach((message, at) => {
			this.positions.set(message, nKnown + at);
		});
		return { fresh, sent: messages.flatMap(message => this.positions.get(message) ?? []) };
	}

	private async tryUntilAnswered(where: Where, asked: AskedRequest): Promise<ChatReply> {
		const { clock, spending, signal, wait } = this.parts;
		for (let nTries = 1; ; nTries++) {
			try {
				return await this.complete(where.node, asked);
			} catch (error) {
				signal.throwIfAborted();
				const failure = modelError(error);
				const retryInMs = retryDelayMs(failure, nTries);
				await this.tellFailure(where, failure, nTries < maxTries ? retryInMs : undefined);
				await wait(retryInMs, signal);
				await spending.allow(this.log, () => clock.now(), signal);
			}
		}
	}

	private complete(node: string, { messages, tools, json, temperature }: AskedRequest): Promise<ChatReply> {
		const { model, signal, onText } = this.parts;
		return model.complete({
			messages,
			signal,
			...(tools !== undefined && { tools }),
			...(json !== undefined && { json }),
			...(temperature !== undefined && { temperature }),
			...(onText !== undefined && { onText: piece => onText(node, piece) }),
		});
	}

	/** Throws where trying again is no use. */
	private async tellFailure({ node, request }: Where, error: ModelError, retryInMs: number | undefined): Promise<void> {
		const { kind, message } = error;
		const isFinal = retryInMs === undefined || !isWorthRetrying(error);
		await this.log.emit(node, { type: 'modelFailed', request, kind, message, ...(!isFinal && { retryInMs }) });
		if (isFinal) {
			throw kind === 'contextTooLong' || kind === 'unsupported' ? error : new UserError(message);
		}
	}
}

interface Where {
	readonly node: string;
	readonly request: string;
	readonly tools: readonly string[];
}

function modelError(error: unknown): ModelError {
	if (error instanceof ModelError) {
		return error;
	}
	throw error;
}
