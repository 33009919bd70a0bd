import type { OutgoingMessages, PassedMessages } from '../../../outgoing/pure/gate/outgoingGate';
import type { ModelAnswered, ModelFailed } from '../../../runs/pure/events/runEvent';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { ChatMessage } from '../../../runs/pure/model/chat';
import { UserError } from '../../../system/pure/errors/userError';
import { contentHash } from '../../../system/pure/text/contentHash';
import type { ChatReply, ChatRequest } from '../chatModel';
import { CapReached, type Reservation } from '../limits/spending';
import { estimatedUsage, tokensOfRequest } from '../limits/tokenEstimate';
import { ModelError, type ModelErrorKind } from '../modelError';
import type { AgentDeps } from './agentDeps';

/** A request before it is sent. */
export interface ModelRequest extends Pick<ChatRequest, 'tools' | 'json' | 'temperature'> {
	/** Its purpose, in a few words shown to the user. */
	readonly purpose: string;
	readonly messages: readonly ChatMessage[];
	/** Distinguishes several answers to one request. */
	readonly sample?: number;
}

/** A request that passed the gate, with the resources it may use. */
interface SentRequest {
	readonly request: ModelRequest & { readonly messages: OutgoingMessages };
	readonly reservation: Reservation;
}

/**
 * Asks the model, and records in the run's log each request sent, each failed attempt and the answer. A request that
 * the log has at the same node is answered from there and not sent again.
 */
export class ModelCaller {
	private readonly hashes = new WeakMap<ChatMessage, Promise<string>>();

	constructor(
		private readonly log: RunLog,
		private readonly deps: AgentDeps,
	) {}

	/**
	 * Throws `UserError` for problems only the user can fix, `CapReached`, `ModelError` of kind `contextTooLong`,
	 * `unsupported` or `empty`, and the signal's reason.
	 */
	async ask(node: string, request: ModelRequest): Promise<ChatReply> {
		const { messages, tools, json, temperature, purpose, sample } = request;
		const passed = this.deps.gate.pass(messages);
		const key = sample === undefined ? purpose : `${purpose} (sample ${sample})`;
		// The messages as they were written: the gate's knowledge grows during a run, and replay must not depend on it.
		const input = { messages, tools, json, temperature };
		let reservation: Reservation | undefined;
		try {
			const answered = await this.log.step(node, key, input, async ({ id }) => {
				this.refuseTooLong(node, id);
				const sent = { ...request, messages: passed.messages };
				reservation = await this.reserve(sent);
				await this.emitAsked(node, id, request, passed);
				reservation.sent();
				return this.answerOf(node, id, { request: sent, reservation });
			});
			const { text, toolCalls, usage, finish } = answered;
			return { text, toolCalls, usage, finish };
		} finally {
			// The log counts the request's usage only now.
			reservation?.release();
		}
	}

	/** A request that was too long for this model before would only fail again. */
	private refuseTooLong(node: string, id: string): void {
		const before = this.log.run.nodes[node]?.requests.find(request => request.id === id);
		const failure = before?.failures.at(-1);
		const model = before?.model ?? this.log.run.engine;
		if (failure?.kind === 'contextTooLong' && model === this.deps.model.name) {
			throw new ModelError('contextTooLong', failure.message);
		}
	}

	private reserve(request: Pick<ChatRequest, 'messages' | 'tools' | 'json'>): Promise<Reservation> {
		const { spending, clock, signal } = this.deps;
		signal.throwIfAborted();
		return spending.reserve(this.log, { tokens: tokensOfRequest(request), now: () => clock.now(), signal });
	}

	private async emitAsked(
		node: string,
		id: string,
		{ purpose, tools = [] }: ModelRequest,
		{ messages, removed }: PassedMessages,
	): Promise<void> {
		const sent = await Promise.all(messages.map(message => this.hashOf(message)));
		const known = this.log.run.messages;
		const hashed = messages.map((message, at) => ({ message, found: removed[at] ?? [], hash: sent[at] ?? '' }));
		const fresh = hashed.filter(({ hash }) => !(hash in known));
		const kinds = new Set(fresh.flatMap(({ found }) => found.map(({ kind }) => kind)));
		if (kinds.size > 0) {
			await this.log.emit(node, { type: 'noted', text: `Removed before sending: ${[...kinds].join(', ')}.` });
		}
		const { name: model, replyForm: form } = this.deps.model;
		await this.log.emit(node, {
			...{ type: 'modelAsked', request: id, purpose, sent, form },
			...(model !== this.log.run.engine && { model }),
			fresh: Object.fromEntries(fresh.map(({ hash, message }) => [hash, message])),
			tools: tools.map(({ name }) => name),
		});
	}

	private async answerOf(node: string, id: string, { request, reservation }: SentRequest): Promise<ModelAnswered> {
		const reply = await this.completeWithRetries(node, id, { request, reservation });
		const { text, toolCalls, finish } = reply;
		const usage = reply.usage ?? estimatedUsage(request, { role: 'assistant', text, toolCalls });
		return { type: 'modelAnswered', request: id, text, toolCalls, usage, finish };
	}

	private hashOf(message: ChatMessage): Promise<string> {
		const hash = this.hashes.get(message) ?? contentHash(message);
		this.hashes.set(message, hash);
		return hash;
	}

	private async completeWithRetries(
		node: string,
		id: string,
		{ request, reservation }: SentRequest,
	): Promise<ChatReply> {
		const { clock, spending, signal } = this.deps;
		let nTimeouts = 0;
		for (let nAttempts = 1; ; nAttempts++) {
			try {
				return await this.complete(node, { request, reservation, patience: 2 ** nTimeouts });
			} catch (error) {
				signal.throwIfAborted();
				if (error instanceof CapReached) {
					await this.noteStopped(node, id, { request, reservation, reached: error });
					continue;
				}
				const failure = modelError(error);
				nTimeouts += failure.kind === 'timeout' ? 1 : 0;
				const retryInMs = retryDelayMs(failure, nAttempts);
				const isLast = nAttempts >= maxAttempts || nTimeouts >= maxTimeouts;
				await this.noteFailure(node, id, { failure, retryInMs: isLast ? undefined : retryInMs });
				reservation.outputTokens = 0;
				await this.waitToRetry(failure, retryInMs);
				await spending.renew(this.log, { now: () => clock.now(), signal, own: reservation });
			}
		}
	}

	/** Ends early if the user wants the next try now. */
	private async waitToRetry({ reason }: ModelError, retryInMs: number): Promise<void> {
		const { clock, supervisor, signal } = this.deps;
		const end = new AbortController();
		const cancel = () => end.abort(signal.reason);
		signal.addEventListener('abort', cancel, { once: true });
		const waits = [clock.wait(retryInMs, end.signal)];
		if (supervisor.untilRetried !== undefined) {
			waits.push(supervisor.untilRetried({ reason, at: clock.now() + retryInMs }, end.signal));
		}
		try {
			await Promise.race(waits);
		} finally {
			signal.removeEventListener('abort', cancel);
			end.abort();
		}
	}

	/** Rethrows the model's errors, and throws `CapReached` if the answer reaches a cap while it arrives. */
	private async complete(
		node: string,
		{ request, reservation, patience }: SentRequest & { readonly patience: number },
	): Promise<ChatReply> {
		const { messages, tools, json, temperature } = request;
		const { model, signal, spending, onText } = this.deps;
		signal.throwIfAborted();
		const stop = new AbortController();
		const cancel = () => stop.abort(signal.reason);
		signal.addEventListener('abort', cancel, { once: true });
		try {
			return await model.complete({
				...{ messages, patience, signal: stop.signal },
				onReceived: nCharacters => {
					const reached = spending.received(this.log, reservation, nCharacters);
					if (reached !== undefined) {
						stop.abort(reached);
					}
				},
				...(tools !== undefined && { tools }),
				...(json !== undefined && { json }),
				...(temperature !== undefined && { temperature }),
				...(onText !== undefined && { onText: piece => onText(node, piece) }),
			});
		} finally {
			signal.removeEventListener('abort', cancel);
		}
	}

	/** Records the tokens the stopped answer took. Returns if the user raises the cap, for another try; else throws. */
	private async noteStopped(
		node: string,
		request: string,
		{ request: sent, reservation, reached }: SentRequest & { readonly reached: CapReached },
	): Promise<void> {
		const { clock, spending, signal } = this.deps;
		const inputTokens = tokensOfRequest(sent);
		const outputTokens = Math.ceil(reservation.outputTokens);
		const stopped: ModelFailed = {
			...({ type: 'modelFailed', request, kind: 'capReached' } as const),
			message: `The answer was stopped. ${reached.message}`,
			usage: { inputTokens, cachedTokens: 0, outputTokens, isEstimated: true },
		};
		try {
			await spending.renew(this.log, { now: () => clock.now(), signal, own: reservation });
		} catch (error) {
			await this.log.emit(node, stopped);
			throw error;
		}
		reservation.outputTokens = 0;
		await this.log.emit(node, { ...stopped, retryInMs: 0 });
	}

	/** Throws if a retry cannot help. */
	private async noteFailure(
		node: string,
		request: string,
		{ failure, retryInMs }: { readonly failure: ModelError; readonly retryInMs: number | undefined },
	): Promise<void> {
		const { kind, message, reason } = failure;
		const isFinal = retryInMs === undefined || !isWorthRetrying(failure);
		const more = kind === 'timeout' ? ' The next try may take twice as long.' : '';
		const what = isFinal ? { message } : { message: `${reason}${more}`, retryInMs };
		await this.log.emit(node, { type: 'modelFailed', request, kind, ...what });
		if (isFinal) {
			throw forCaller.includes(kind) ? failure : new UserError(message, { cures: failure.cures });
		}
	}
}

function modelError(error: unknown): ModelError {
	if (error instanceof ModelError) {
		return error;
	}
	throw error;
}

/** How often a request is sent before its failure ends the run. */
const maxAttempts = 5;
/** How often it may take too long, each time twice as long as before: an aborted request leaves nothing that a server could continue. */
const maxTimeouts = 3;

const firstDelayMs = 1000;
const longestDelayMs = 60_000;

const transientKinds: readonly ModelErrorKind[] = [
	'unreachable',
	'rateLimited',
	'timeout',
	'serverError',
	'cutOff',
	'malformed',
];

/** Another request may help. */
const forCaller: readonly ModelErrorKind[] = ['contextTooLong', 'unsupported', 'empty'];

/** Whether the same request may succeed a little later. */
function isWorthRetrying({ kind }: ModelError): boolean {
	return transientKinds.includes(kind);
}

/** The server's retry delay, or exponential backoff: 1, 2, 4, 8 s. */
function retryDelayMs({ retryAfterMs }: ModelError, nAttempts: number): number {
	return Math.min(retryAfterMs ?? firstDelayMs * 2 ** (nAttempts - 1), longestDelayMs);
}
