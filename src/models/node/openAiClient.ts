import type { OpenAI } from 'openai';
import { type HttpLimits, outgoingFetch, type Transport } from '../../outgoing/node/outgoingHttp';
import type { EndpointAddress } from './endpointAddress';
import type { ModelEndpoint } from './modelEndpoint';

/** Limits of short questions to a server, such as for the names of its models. */
const questionLimits: HttpLimits = { deadlineMs: 5000, silenceMs: 5000, answerBytes: 8 * 1024 * 1024 };

/** Sends to an endpoint, within the limits of a short question unless others are given. */
export function endpointFetch(endpoint: ModelEndpoint, limits: HttpLimits = questionLimits): Transport {
	return outgoingFetch({ limits: { ...limits, ...endpoint.limits }, transport: endpoint.transport });
}

const longestTimerMs = 2 ** 31 - 1;

/**
 * The `openai` package's client, loaded on first use. Every option it would read from the environment is given, so that
 * a key for one server is never sent to another; it neither retries nor logs.
 */
export async function openAiClient(
	endpoint: ModelEndpoint,
	address: EndpointAddress,
	limits?: HttpLimits,
): Promise<OpenAI> {
	const { AzureOpenAI, OpenAI } = await import('openai');
	const apiKey = endpoint.apiKey?.trim();
	const options = {
		baseURL: address.baseUrl,
		// The client refuses to start without one.
		apiKey: apiKey || 'none',
		adminAPIKey: null,
		organization: endpoint.organization ?? null,
		project: null,
		maxRetries: 0,
		logLevel: 'off',
		fetch: endpointFetch(endpoint, limits),
		// The client's own limit is never reached: the limits of `fetch` are.
		timeout: longestTimerMs,
		defaultHeaders: {
			...(!apiKey && { authorization: null, 'api-key': null }),
			...endpoint.headers,
		},
	} as const;
	return address.azureApiVersion === undefined
		? new OpenAI(options)
		: new AzureOpenAI({ ...options, apiVersion: address.azureApiVersion });
}
