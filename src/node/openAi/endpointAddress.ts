import { UserError } from '../../core/util/userError';
import type { ModelEndpoint } from './modelEndpoint';

/** Where requests go. */
export interface EndpointAddress {
	/** Without a slash at its end. */
	readonly baseUrl: string;
	/** Host and port, for people. */
	readonly server: string;
	/** Present for Azure's own way of addressing: deployments in the path, the version in the query. */
	readonly azureApiVersion?: string;
}

/** The first version of Azure's API that has everything used here and is no preview. */
const stableAzureVersion = '2024-10-21';

/** Reads what people paste for an address. Throws `UserError` for anything that is not one, without repeating it. */
export function endpointAddress({ baseUrl, azureApiVersion }: ModelEndpoint): EndpointAddress {
	const url = parseUrl(baseUrl);
	const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
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
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw new UserError(
			`The address of ${url.host} holds a user or password. Give the secret as API key or header instead.`,
		);
	}
	return url;
}

function azureVersion(url: URL, path: string): string | undefined {
	if (/\/openai\/v1$/.test(path)) {
		// Azure's newer interface is addressed as everybody else's.
		return undefined;
	}
	const isAzureHost = /\.(openai|cognitiveservices|services\.ai)\.azure\.(com|us|cn)$/.test(url.hostname);
	return url.searchParams.get('api-version') ?? (isAzureHost ? stableAzureVersion : undefined);
}
