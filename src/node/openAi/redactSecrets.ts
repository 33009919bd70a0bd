import type { ModelEndpoint } from './modelEndpoint';

const placeholder = '[secret]';
/** Of a header or a query: below this it is a name or a flag rather than a secret. */
const shortestSecret = 8;

/** Takes the endpoint's key and header values out of a text, and what looks like a key or a part of one. */
export function redactSecrets(text: string, { apiKey = '', headers = {}, baseUrl }: ModelEndpoint): string {
	const others = [...Object.values(headers).flatMap(wordsOf), ...querySecrets(baseUrl)];
	return [apiKey.trim(), ...others.filter(value => value.length >= shortestSecret)]
		.filter(secret => secret !== '')
		.sort((a, b) => b.length - a.length)
		.reduce((redacted, secret) => redacted.replaceAll(secret, placeholder), text)
		.replaceAll(/\bBearer\s+[^\s"',]+/gi, `Bearer ${placeholder}`)
		.replaceAll(/\bsk-[\w*-]{4,}|[\w-]*\*{3,}[\w*-]*/g, placeholder);
}

/** A header like `Bearer abc` holds its secret in one of its words. */
function wordsOf(value: string): string[] {
	return [value, ...value.split(/\s+/).filter(word => !/^(bearer|basic)$/i.test(word))];
}

function querySecrets(baseUrl: string): string[] {
	const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
	const entries = [...(url?.searchParams ?? [])];
	return entries.filter(([name]) => name !== 'api-version').map(([, value]) => value);
}
