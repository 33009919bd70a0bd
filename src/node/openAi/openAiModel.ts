import type { OpenAI } from 'openai';
import { type ChatModel, type ChatReply, type ChatRequest, ModelError } from '../../core/ports';
import { untilAborted } from '../../core/util/untilAborted';
import { readAnswer } from './answerReader';
import { chatBody } from './chatBody';
import { type EndpointAddress, endpointAddress } from './endpointAddress';
import { startIdleTimeout } from './idleTimeout';
import type { ModelEndpoint } from './modelEndpoint';
import { complaintOf, modelFailure } from './modelFailure';
import { openAiClient } from './openAiClient';
import { type Quirk, quirkOf } from './quirk';

const defaultIdleTimeoutMs = 120_000;
/** A context window that most current models have at least, unless their server limits it. */
const assumedContextTokens = 32_768;

/**
 * A model behind an OpenAI-compatible server, over Chat Completions: the one interface all such servers have. What the
 * server rejects (`Quirk`) is left out in the same call and in later ones; nothing else is sent twice. Throws
 * `UserError` where the endpoint's address is invalid.
 */
export function createOpenAiModel(endpoint: ModelEndpoint): ChatModel {
	const address = endpointAddress(endpoint);
	return new OpenAiModel(endpoint, address);
}

class OpenAiModel implements ChatModel {
	readonly name: string;
	readonly server: string;
	readonly contextTokens: number;
	readonly replyForm: ChatModel['replyForm'];
	private readonly quirks = new Set<Quirk>();
	private client: Promise<OpenAI> | undefined;

	constructor(
		private readonly endpoint: ModelEndpoint,
		private readonly address: EndpointAddress,
	) {
		this.name = endpoint.model;
		this.server = address.server;
		this.contextTokens = endpoint.contextTokens ?? assumedContextTokens;
		this.replyForm = endpoint.replyForm;
	}

	async complete(request: ChatRequest): Promise<ChatReply> {
		request.signal?.throwIfAborted();
		return untilAborted(this.completeNow(request), request.signal);
	}

	private async completeNow(request: ChatRequest): Promise<ChatReply> {
		this.client ??= openAiClient(this.endpoint, this.address);
		const client = await this.client;
		for (;;) {
			const body = chatBody(request, this.endpoint.model, this.quirks);
			try {
				return await this.send(client, body, request);
			} catch (error) {
				const complaint = await complaintOf(error);
				const quirk = complaint && quirkOf(complaint, body, this.quirks);
				if (quirk === undefined) {
					throw await this.failure(error, request);
				}
				this.quirks.add(quirk);
			}
		}
	}

	private async send(client: OpenAI, body: ChatBody, request: ChatRequest): Promise<ChatReply> {
		const limitMs = this.endpoint.idleTimeoutMs ?? defaultIdleTimeoutMs;
		const idleTimeout = startIdleTimeout(limitMs);
		const signals = [idleTimeout.controller.signal, ...(request.signal ? [request.signal] : [])];
		try {
			// The client's own limit applies to the whole answer: the idle timeout must expire first.
			const options = { signal: AbortSignal.any(signals), timeout: limitMs * 2 };
			const response = await client.chat.completions.create(body, options).asResponse();
			const { server, name: model } = this;
			return await readAnswer(response, { client, idleTimeout, server, model, onText: request.onText });
		} catch (error) {
			throw idleTimeout.isOver ? this.idleError(limitMs) : error;
		} finally {
			idleTimeout.stop();
		}
	}

	private idleError(limitMs: number): ModelError {
		return new ModelError(
			'timeout',
			`${this.server} sent nothing for ${limitMs / 1000} s. Check that it is not overloaded, or use a smaller model.`,
		);
	}

	private failure(error: unknown, request: ChatRequest): Promise<ModelError> {
		const { endpoint, address } = this;
		const form = request.json !== undefined || Boolean(request.tools?.length);
		const asked = { model: endpoint.model, form };
		return modelFailure(error, { endpoint, address, asked, signal: request.signal });
	}
}

type ChatBody = ReturnType<typeof chatBody>;
