import type { OpenAI } from 'openai';
import type { EndpointAddress } from './endpointAddress';
import type { ModelEndpoint } from './modelEndpoint';

/**
 * The `openai` package's client, loaded on first use. Every option it would read from the environment is given, so that
 * a key for one server is never sent to another; it neither retries nor logs.
 */
export async function openAiClient(endpoint: ModelEndpoint, address: EndpointAddress): Promise<OpenAI> {
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
		fetch: endpoint.fetch ?? ((...request: Parameters<typeof fetch>) => globalThis.fetch(...request)),
		defaultHeaders: {
			...(!apiKey && { authorization: null, 'api-key': null }),
			...endpoint.headers,
		},
	} as const;
	return address.azureApiVersion === undefined
		? new OpenAI(options)
		: new AzureOpenAI({ ...options, apiVersion: address.azureApiVersion });
}
