import { type ProbedModel, probeModel } from '../../core/agent/probeModel';
import { readJsonObject } from '../outgoingHttp';
import { endpointAddress } from './endpointAddress';
import type { ModelEndpoint } from './modelEndpoint';
import { endpointFetch } from './openAiClient';
import { createOpenAiModel } from './openAiModel';

/** The result of probing an endpoint, with its context where its server would not otherwise report it. */
export interface ProbedEndpoint extends ProbedModel {
	readonly contextTokens?: number;
}

/**
 * Probes an endpoint's model, and asks its server for the size of the model's context window unless the endpoint states
 * it. Throws as `probeModel` does.
 */
export async function probeEndpoint(
	endpoint: Omit<ModelEndpoint, 'replyForm'>,
	signal: AbortSignal = new AbortController().signal,
): Promise<ProbedEndpoint> {
	const probed = await probeModel(createOpenAiModel({ ...endpoint, replyForm: 'prose' }), signal);
	const asked = { ...endpoint, replyForm: probed.replyForm };
	const context = endpoint.contextTokens === undefined ? await ollamaContext(asked, signal) : undefined;
	const { contextTokens, warning } = context ?? {};
	return {
		replyForm: probed.replyForm,
		notes: warning === undefined ? probed.notes : [...probed.notes, warning],
		...(contextTokens !== undefined && { contextTokens }),
	};
}

/** The context a server gives a model by default: less than one file of code. */
const defaultTokens = 4096;
/** The context that a few rounds of a search need. */
const wantedTokens = 32_768;

/** The context window of a model of an Ollama server. */
interface OllamaContext {
	/** Input and answer together, as the model is configured now. */
	readonly contextTokens: number;
	/** For users, where it is too small: the effect, and the exact setting that helps. */
	readonly warning?: string;
}

/**
 * Asks Ollama for the context window of a model, which its OpenAI interface neither reports nor sets, and beyond which
 * it silently truncates a conversation. Undefined for any other server, and for one that does not answer. Throws the
 * signal's reason.
 */
export async function ollamaContext(endpoint: ModelEndpoint, signal: AbortSignal): Promise<OllamaContext | undefined> {
	const ask = asking(endpoint, signal);
	if (typeof (await ask('version'))?.version !== 'string') {
		return undefined;
	}
	const { model } = endpoint;
	const shown = await ask('show', { model });
	const contextTokens = loadedTokens(await ask('ps'), model) ?? tokensSet(shown) ?? defaultTokens;
	const possibleTokens = Math.min(tokensPossible(shown) ?? wantedTokens, wantedTokens);
	return contextTokens >= possibleTokens
		? { contextTokens }
		: { contextTokens, warning: warningFor(model, contextTokens, possibleTokens) };
}

type Answer = Readonly<Record<string, unknown>>;

/** GET, or POST with a body; undefined for an answer that is not a JSON object. */
function asking(endpoint: ModelEndpoint, signal: AbortSignal) {
	const { origin } = new URL(endpointAddress(endpoint).baseUrl);
	const { apiKey, headers } = endpoint;
	const send = endpointFetch(endpoint);
	return async (page: string, body?: Answer): Promise<Answer | undefined> => {
		try {
			const response = await send(`${origin}/api/${page}`, {
				headers: { ...(apiKey && { authorization: `Bearer ${apiKey.trim()}` }), ...headers },
				signal,
				...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
			});
			const answer = await readJsonObject(response);
			return response.ok ? answer : undefined;
		} catch {
			// Another kind of server, or none: the first real request reports that.
			signal.throwIfAborted();
			return undefined;
		}
	};
}

/** A loaded model has the context it was loaded with, whatever its settings. */
function loadedTokens(processes: Answer | undefined, model: string): number | undefined {
	const models = Array.isArray(processes?.models) ? processes.models.map(asObject) : [];
	const names = [model, `${model}:latest`];
	return asNumber(models.find(each => names.includes(String(each?.name)))?.context_length);
}

/** The Modelfile's `num_ctx`. */
function tokensSet(shown: Answer | undefined): number | undefined {
	return asNumber(Number(/^num_ctx\s+(\d+)/m.exec(String(shown?.parameters))?.[1]));
}

/** The model's own maximum: `model_info` has it under a key with the architecture's name. */
function tokensPossible(shown: Answer | undefined): number | undefined {
	const info = Object.entries(asObject(shown?.model_info) ?? {});
	return asNumber(info.find(([key]) => key.endsWith('.context_length'))?.[1]);
}

function warningFor(model: string, contextTokens: number, betterTokens: number): string {
	const what = `Ollama gives ${model} ${contextTokens} tokens, and silently truncates what is longer.`;
	return `${what} Start it with OLLAMA_CONTEXT_LENGTH=${betterTokens}, or put "PARAMETER num_ctx ${betterTokens}" into the model's Modelfile.`;
}

function asObject(value: unknown): Answer | undefined {
	return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

function asNumber(value: unknown): number | undefined {
	return typeof value === 'number' && value > 0 ? value : undefined;
}
