import type { ChatMessage } from '../model/chat';
import type { RunRequest } from '../model/runRequest';
import { type OutgoingMessage, OutgoingMessages } from '../outgoing/outgoingMessages';
import { type ChatReply, type ChatRequest, ModelError } from '../ports';
import type { RunLog } from '../runLog';
import { UserError } from '../util/userError';
import type { AgentParts } from './agentParts';
import { isWorthRetrying, maxTries, retryDelayMs } from './retryDelay';
import { SentMessages } from './sentMessages';
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
	private readonly outgoing = new OutgoingMessages();
	private readonly sent = new SentMessages();
	private readonly nAsked = new Map<string, number>();

	constructor(log: RunLog, parts: AgentParts) {
		this.log = log;
		this.parts = parts;
	}

	/**
	 * Throws `UserError` for what only the person can mend, `CapReached`, `ModelError` of kind `contextTooLong` or
	 * `unsupported`, and the signal's reason.
	 */
	async ask(node: string, said: AskedRequest): Promise<ChatReply> {
		const outgoing = said.messages.map(message => this.outgoing.pass(message));
		const asked = { ...said, messages: outgoing.map(({ message }) => message) };
		const number = (this.nAsked.get(node) ?? 0) + 1;
		this.nAsked.set(node, number);
		const request = `${node}.m${number}`;
		const recorded = this.recorded(node, request);
		if (recorded !== undefined) {
			this.sent.recall(recorded, asked.messages, this.log.run);
		}
		if (recorded?.answer !== undefined) {
			const { text, toolCalls, usage, finish } = recorded.answer;
			return { text, toolCalls, usage, finish };
		}
		await this.noteRemoved(node, outgoing);
		return this.askNow({ node, request, tools: (asked.tools ?? []).map(({ name }) => name) }, asked);
	}

	private recorded(node: string, request: string): RunRequest | undefined {
		return this.log.run.nodes.find(({ id }) => id === node)?.requests.find(({ id }) => id === request);
	}

	private async askNow(where: Where, asked: AskedRequest): Promise<ChatReply> {
		const { model, spending, clock, signal } = this.parts;
		const { node, request, tools } = where;
		signal.throwIfAborted();
		await spending.allow(this.log, () => clock.now(), signal);
		const { fresh, sent } = this.sent.place(asked.messages, this.log.run);
		const { purpose } = asked;
		await this.log.emit(node, { type: 'modelAsked', request, purpose, fresh, sent, tools, form: model.replyForm });
		const reply = await this.tryUntilAnswered(where, asked);
		const { text, toolCalls, finish } = reply;
		const usage = reply.usage ?? estimatedUsage(asked.messages, { role: 'assistant', text, toolCalls });
		await this.log.emit(node, { type: 'modelAnswered', request, text, toolCalls, usage, finish });
		return { ...reply, usage };
	}

	/** Says what was taken out of messages that were not sent before. */
	private async noteRemoved(node: string, messages: readonly OutgoingMessage[]): Promise<void> {
		const fresh = messages.filter(({ message }) => !this.sent.has(message));
		const kinds = fresh.flatMap(({ found }) => found.map(({ kind }) => kind));
		if (kinds.length > 0) {
			const text = `Taken out of what is sent: ${[...new Set(kinds)].join(', ')}.`;
			await this.log.emit(node, { type: 'noted', text });
		}
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
