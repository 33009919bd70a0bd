import sources from './contextSources.json';
import { endpointAddress } from './endpointAddress';
import knownModels from './knownModels.json';
import type { ModelEndpoint } from './modelEndpoint';
import { ollamaContext } from './ollamaContext';
import { asCount, asFields, type ServerContext, type ServerPages, serverPages } from './serverPages';

/**
 * Asks a server for the context window of the endpoint's model, in every way that servers report it. Undefined for one
 * that does not report it. Throws `UserError` for an invalid address, or the signal's reason.
 */
export async function serverContext(endpoint: ModelEndpoint, signal: AbortSignal): Promise<ServerContext | undefined> {
	if (endpointAddress(endpoint).azureApiVersion !== undefined) {
		return undefined;
	}
	const pages = serverPages(endpoint, signal);
	const listed = await listedContext(pages, './models', endpoint.model);
	if (listed !== undefined) {
		return { contextTokens: listed };
	}
	// Only servers of one's own have these pages.
	const [ollama, studio, llama] = await Promise.all([
		ollamaContext(pages, endpoint.model),
		listedContext(pages, 'api/v0/models', endpoint.model),
		pages.ask('props').then(contextIn),
	]);
	const contextTokens = studio ?? llama;
	return ollama ?? (contextTokens === undefined ? undefined : { contextTokens });
}

/** The context window of a known model, by the longest beginning of its name without the provider; else undefined. */
export function knownContextTokens(model: string): number | undefined {
	const name = model.split('/').at(-1)?.toLowerCase() ?? '';
	const [longest] = Object.entries(knownModels)
		.filter(([start]) => name.startsWith(start))
		.sort(([a], [b]) => b.length - a.length);
	return longest?.[1];
}

/** From a server's list of models: the context of the model of this name, or of the only model. */
async function listedContext({ ask }: ServerPages, path: string, model: string): Promise<number | undefined> {
	const data = (await ask(path))?.data;
	const entries = Array.isArray(data) ? data.map(asFields) : [];
	return contextIn(entries.find(each => each?.id === model) ?? (entries.length === 1 ? entries[0] : undefined));
}

/** The first of the known fields; the smallest if a nested object has one too, as of a router's best server. */
function contextIn(entry: Readonly<Record<string, unknown>> | undefined): number | undefined {
	const own = sources.fields.map(field => asCount(entry?.[field])).find(each => each !== undefined);
	const inner = sources.within.flatMap(
		name =>
			sources.fields.map(field => asCount(asFields(entry?.[name])?.[field])).find(each => each !== undefined) ?? [],
	);
	const all = [...(own === undefined ? [] : [own]), ...inner];
	return all.length === 0 ? undefined : Math.min(...all);
}
