import { readJsonObject } from '../../outgoing/node/outgoingHttp';
import { endpointAddress } from './endpointAddress';
import type { ModelEndpoint } from './modelEndpoint';
import { endpointFetch } from './openAiClient';

type Fields = Readonly<Record<string, unknown>>;

/** Short questions to an endpoint's server. */
export interface ServerPages {
	/**
	 * The JSON object of a page of the server's origin, or, if the path begins with a dot, of the endpoint's address; by
	 * POST if there is a body. Undefined for any other answer, and for none: the first real request reports that. Throws
	 * the signal's reason.
	 */
	ask(path: string, body?: Fields): Promise<Fields | undefined>;
}

/** The context window that a server gives a model. */
export interface ServerContext {
	/** Input and answer together, as the model is configured now. */
	readonly contextTokens: number;
	/** For users, if it is too small: the effect, and the exact setting that helps. */
	readonly warning?: string;
}

/** Throws `UserError` for an invalid address. */
export function serverPages(endpoint: ModelEndpoint, signal: AbortSignal): ServerPages {
	const { baseUrl } = endpointAddress(endpoint);
	const { apiKey, headers } = endpoint;
	const send = endpointFetch(endpoint);
	const url = (path: string) =>
		path.startsWith('./') ? `${baseUrl}/${path.slice(2)}` : `${new URL(baseUrl).origin}/${path}`;
	return {
		ask: async (path, body) => {
			try {
				const response = await send(url(path), {
					headers: { ...(apiKey && { authorization: `Bearer ${apiKey.trim()}` }), ...headers },
					signal,
					...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
				});
				const answer = await readJsonObject(response);
				return response.ok ? answer : undefined;
			} catch {
				signal.throwIfAborted();
				return undefined;
			}
		},
	};
}

export function asFields(value: unknown): Fields | undefined {
	return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

/** A number above 0. */
export function asCount(value: unknown): number | undefined {
	return typeof value === 'number' && value > 0 ? value : undefined;
}
