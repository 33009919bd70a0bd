import { namesSecret } from '../../outgoing/pure/secrets/secretNames';
import { withoutSecrets } from '../../outgoing/pure/secrets/withoutSecrets';
import { isRecord } from '../../system/pure/fields';

/** A server with a Chat Completions API and one of its models, as in the settings: never with a key. */
export interface EndpointSetting {
	/** Unique among the endpoints. */
	readonly name: string;
	readonly baseUrl: string;
	/** Name of the model on the server; on Azure, of the deployment. */
	readonly model: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly organization?: string;
	/** Azure's `api-version`. */
	readonly apiVersion?: string;
	/** Maximum number of tokens of input and answer together. */
	readonly contextTokens?: number;
	/** How long the server may take until an answer begins. */
	readonly firstByteSeconds?: number;
	/** How long it may then send nothing. */
	readonly silenceSeconds?: number;
}

/** One entry of the setting: an endpoint, or the reason why it is invalid, with its `name` if it has one. */
export type ReadEndpoint = EndpointSetting | { readonly name?: string; readonly problem: string };

/** Parses the setting, which users may edit by hand. */
export function readEndpoints(value: unknown): readonly ReadEndpoint[] {
	const entries = Array.isArray(value) ? value.map(readEndpoint) : [];
	const isSecond = ({ name }: ReadEndpoint, at: number) =>
		name !== undefined && entries.findIndex(entry => entry.name === name) < at;
	return entries.map((entry, at) =>
		isSecond(entry, at) ? { problem: `Two endpoints are named "${entry.name}". Give each a unique name.` } : entry,
	);
}

/** Whether an entry is valid. */
export function isEndpoint(entry: ReadEndpoint): entry is EndpointSetting {
	return !('problem' in entry);
}

/** The host that requests are sent to: `api.openai.com`, `localhost:11434`. An invalid address is returned unchanged. */
export function endpointHost({ baseUrl }: Pick<EndpointSetting, 'baseUrl'>): string {
	return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

/** The problem with an address, for the user; undefined for a valid one. */
export function baseUrlProblem(text: string): string | undefined {
	const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol)) {
		return 'This is not a valid address. Use the form http://localhost:11434/v1 or https://api.openai.com/v1.';
	}
	const secret = secretInUrl(url);
	return (
		secret &&
		`The address contains ${secret}. Keys do not belong in settings: remove it; you will be asked for the key.`
	);
}

function readEndpoint(entry: unknown): ReadEndpoint {
	if (!isRecord(entry)) {
		return { problem: 'An endpoint in the settings is not an object with name, baseUrl and model.' };
	}
	const { name, baseUrl, model, organization, apiVersion } = entry;
	if (!isText(name)) {
		return { problem: 'An endpoint in the settings has no name.' };
	}
	if (!isText(baseUrl) || !isText(model)) {
		return { name, problem: `The endpoint "${name}" needs a baseUrl and a model.` };
	}
	const headers = textsOf(entry.headers);
	const problem = baseUrlProblem(baseUrl) ?? secretHeader(headers);
	if (problem !== undefined) {
		return { name, problem: `The endpoint "${name}": ${problem}` };
	}
	return {
		...{ name, baseUrl: baseUrl.trim(), model },
		...(Object.keys(headers).length > 0 && { headers }),
		...(isText(organization) && { organization }),
		...(isText(apiVersion) && { apiVersion }),
		...countsOf(entry),
	};
}

function countsOf(entry: Readonly<Record<string, unknown>>): Partial<Record<(typeof counts)[number], number>> {
	const given = counts.map(name => [name, Math.floor(Number(entry[name] ?? 0))] as const);
	return Object.fromEntries(given.filter(([, value]) => value > 0));
}

const counts = ['contextTokens', 'firstByteSeconds', 'silenceSeconds'] as const;

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
	const entries = isRecord(value) ? Object.entries(value) : [];
	return Object.fromEntries(entries.flatMap(([name, text]) => (isText(text) ? [[name, text] as const] : [])));
}

/** Whether a header or a parameter of an address has a name that promises a secret, or a value that shows one. */
function isSecret(name: string, value: string): boolean {
	return (
		namesSecret(name) || /^(?:bearer|basic|token)\s/i.test(value) || withoutSecrets(`token="${value}"`).found.length > 0
	);
}

/** Why a header is rejected, and the alternative; undefined if none looks like a key. */
function secretHeader(headers: Readonly<Record<string, string>>): string | undefined {
	const found = Object.entries(headers).find(([name, value]) => isSecret(name, value));
	return (
		found &&
		`the header ${found[0]} looks like a key, which does not belong in settings. Remove it, and enter the key with "Change Key".`
	);
}

/** The part of an address that looks like a key, without its value. */
function secretInUrl(url: URL): string | undefined {
	if (url.username !== '' || url.password !== '') {
		return 'a user or password';
	}
	const names = [...url.searchParams].flatMap(([name, value]) => (isSecret(name, value) ? [name] : []));
	return names.length > 0 ? `a key ("${names[0]}")` : undefined;
}
