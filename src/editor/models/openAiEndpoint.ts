import type { ModelEndpoint } from '../../node/openAi/modelEndpoint';
import type { EndpointSetting } from './endpointSetting';

/** An endpoint of the settings with its key, in the form of the adapter. */
export function openAiEndpoint(
	{ baseUrl, model, headers, organization, apiVersion, contextTokens }: Omit<EndpointSetting, 'name'>,
	key: string | undefined,
): Omit<ModelEndpoint, 'replyForm'> {
	return {
		...{ baseUrl, model },
		...(key !== undefined && { apiKey: key }),
		...(headers !== undefined && { headers }),
		...(organization !== undefined && { organization }),
		...(contextTokens !== undefined && { contextTokens }),
		...(apiVersion !== undefined && { azureApiVersion: apiVersion }),
	};
}
