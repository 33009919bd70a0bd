import type { ModelEndpoint } from '../../models/node/modelEndpoint';
import type { EndpointSetting } from '../settings/endpointSetting';

/** An endpoint of the settings with its key, in the form of the adapter. */
export function openAiEndpoint(
	endpoint: Omit<EndpointSetting, 'name'>,
	key: string | undefined,
): Omit<ModelEndpoint, 'replyForm'> {
	const { baseUrl, model, headers, organization, apiVersion, contextTokens, firstByteSeconds, silenceSeconds } =
		endpoint;
	return {
		...{ baseUrl, model },
		...(key !== undefined && { apiKey: key }),
		...(headers !== undefined && { headers }),
		...(organization !== undefined && { organization }),
		...(contextTokens !== undefined && { contextTokens }),
		...(firstByteSeconds !== undefined && { firstByteMs: firstByteSeconds * 1000 }),
		...(silenceSeconds !== undefined && { silenceMs: silenceSeconds * 1000 }),
		...(apiVersion !== undefined && { azureApiVersion: apiVersion }),
	};
}
