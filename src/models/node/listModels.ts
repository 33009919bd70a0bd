import { endpointAddress } from './endpointAddress';
import type { ModelEndpoint } from './modelEndpoint';
import { openAiClient } from './openAiClient';

/** A server's answer when asked for its models; `silent`: none, or not a list of models. */
export type ListedModels = readonly string[] | 'refused' | 'silent';

/**
 * Asks a server for the names of its models, to offer them; sorted. `refused`: it requires a key, or another one. Azure
 * is not asked, as it lists deployable models. Throws `UserError` for an invalid address, or the signal's reason.
 */
export async function listModels(endpoint: ModelEndpoint, signal: AbortSignal): Promise<ListedModels> {
	const address = endpointAddress(endpoint);
	if (address.azureApiVersion !== undefined) {
		return 'silent';
	}
	try {
		const client = await openAiClient(endpoint, address);
		const page = await client.models.list({ signal });
		const names = (page.data ?? []).map(({ id }) => id).filter(id => typeof id === 'string');
		return names.length > 0 ? names.toSorted() : 'silent';
	} catch (error) {
		signal.throwIfAborted();
		return isRefusal(error) ? 'refused' : 'silent';
	}
}

function isRefusal(error: unknown): boolean {
	return error instanceof Error && 'status' in error && (error.status === 401 || error.status === 403);
}
