import { UserError } from '../../system/pure/errors/userError';
import type { ModelEndpoint } from './modelEndpoint';

/** The address that requests are sent to. */
export interface EndpointAddress {
	/** Without a trailing slash. */
	readonly baseUrl: string;
	/** Host and port, for users. */
	readonly server: string;
	/** Present for Azure's own addressing: deployments in the path, the version in the query. */
	readonly azureApiVersion?: string;
}

/** The first version of Azure's API that has everything used here and is not a preview. */
const stableAzureVersion = '2024-10-21';

/** Parses an address as users paste it. Throws `UserError` for an invalid one, without repeating it. */
export function endpointAddress({
	baseUrl,
	azureApiVersion,
}: Pick<ModelEndpoint, 'baseUrl' | 'azureApiVersion'>): EndpointAddress {
	const url = parseUrl(baseUrl);
	const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/chat\/completions$/, '');
	const version = azureApiVersion ?? azureVersion(url, path);
	if (version === undefined) {
		return { baseUrl: `${url.origin}${path}${url.search}`, server: url.host };
	}
	const azurePath = /\/openai(\/|$)/.test(path) ? path : `${path}/openai`;
	return { baseUrl: `${url.origin}${azurePath}`, server: url.host, azureApiVersion: version };
}

function parseUrl(text: string): URL {
	const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol)) {
		throw new UserError(
			'The endpoint has no valid address. It looks like http://localhost:11434/v1 or https://api.openai.com/v1.',
			{ cures: [{ kind: 'editEndpoint' }] },
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw new UserError(
			`The address of ${url.host} contains a user or password. Give the secret as API key or header instead.`,
			{ cures: [{ kind: 'editEndpoint' }] },
		);
	}
	return url;
}

function azureVersion(url: URL, path: string): string | undefined {
	if (/\/openai\/v1$/.test(path)) {
		// Azure's newer interface is addressed like any other server.
		return undefined;
	}
	const isAzureHost = /\.(openai|cognitiveservices|services\.ai)\.azure\.(com|us|cn)$/.test(url.hostname);
	return url.searchParams.get('api-version') ?? (isAzureHost ? stableAzureVersion : undefined);
}
