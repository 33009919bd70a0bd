import type { OpenAI } from 'openai';
import { untilAborted } from '../../system/pure/waiting/untilAborted';
import type { ChatModel, ChatReply, ChatRequest } from '../pure/chatModel';
import type { ModelError } from '../pure/modelError';
import { answerLimits } from './answerLimits';
import { readAnswer } from './answerReader';
import { chatBody } from './chatBody';
import { type EndpointAddress, endpointAddress } from './endpointAddress';
import type { ModelEndpoint } from './modelEndpoint';
import { complaintOf, modelFailure } from './modelFailure';
import { openAiClient } from './openAiClient';
import { type Quirk, quirkOf } from './quirk';
import { knownContextTokens } from './serverContext';

/** For a model that neither its server nor the table knows; it shrinks if the server rejects a conversation. */
const assumedContextTokens = 128_000;

/**
 * A model behind an OpenAI-compatible server, over Chat Completions: the one interface all such servers have. Features
 * the server rejects (`Quirk`) are left out in the same call and in later ones; nothing else is sent twice. Throws
 * `UserError` if the endpoint's address is invalid.
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
	/** By how patient they are. */
	private readonly clients = new Map<number, Promise<OpenAI>>();

	constructor(
		private readonly endpoint: ModelEndpoint,
		private readonly address: EndpointAddress,
	) {
		this.name = endpoint.model;
		this.server = address.server;
		this.contextTokens = endpoint.contextTokens ?? knownContextTokens(endpoint.model) ?? assumedContextTokens;
		this.replyForm = endpoint.replyForm;
	}

	async complete(request: ChatRequest): Promise<ChatReply> {
		request.signal?.throwIfAborted();
		return untilAborted(this.completeNow(request), request.signal);
	}

	private async completeNow(request: ChatRequest): Promise<ChatReply> {
		const client = await this.clientOf(request.patience ?? 1);
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

	private clientOf(patience: number): Promise<OpenAI> {
		const { endpoint, address } = this;
		const client = this.clients.get(patience) ?? openAiClient(endpoint, address, answerLimits(endpoint, patience));
		this.clients.set(patience, client);
		return client;
	}

	private async send(client: OpenAI, body: ChatBody, request: ChatRequest): Promise<ChatReply> {
		const options = request.signal ? { signal: request.signal } : {};
		const response = await client.chat.completions.create(body, options).asResponse();
		const { server, name: model } = this;
		const { onText, onReceived } = request;
		return readAnswer(response, { client, server, model, onText, onReceived });
	}

	private failure(error: unknown, request: ChatRequest): Promise<ModelError> {
		const { endpoint, address } = this;
		const form = request.json !== undefined || Boolean(request.tools?.length);
		const asked = { model: endpoint.model, form };
		return modelFailure(error, { endpoint, address, asked, signal: request.signal });
	}
}

type ChatBody = ReturnType<typeof chatBody>;
