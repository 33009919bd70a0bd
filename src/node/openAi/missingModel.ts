import type { OpenAI } from 'openai';
import { nearNames } from '../../core/search/nearNames';
import servers from './knownServers.json';

const nShown = 5;
const longestWaitMs = 5000;

/** What to do about a model that a server does not know: which it has that are like it. */
export async function missingModel(client: OpenAI, where: MissingModel): Promise<string> {
	const { server, model, isAzure } = where;
	// Azure lists what could be deployed, not what is.
	const names = isAzure ? [] : await modelNames(client, where.signal);
	if (names.length === 0) {
		const advice = isAzure ? "the deployment's name" : "the model's name";
		return `${server} has no model "${model}". Check ${advice}, and the endpoint's address: ${where.baseUrl.replace(/\?.*/, '')}`;
	}
	if (names.includes(model)) {
		return `${server} lists the model "${model}", but cannot use it for a chat. Choose another model.`;
	}
	const near = nearNames(model, names, nShown);
	const known = servers.find(({ port }) => server.endsWith(`:${port}`));
	const others = names.length > nShown ? `, and ${names.length - nShown} more` : '';
	const choice =
		near.length > 0 ? `Did you mean ${near.join(', ')}?` : `It has ${names.slice(0, nShown).join(', ')}${others}.`;
	const get = known && `Or get it with "${known.getModel.replace('{model}', model)}".`;
	return [`${server} has no model "${model}".`, choice, ...(get ? [get] : [])].join(' ');
}

export interface MissingModel {
	readonly server: string;
	readonly baseUrl: string;
	readonly model: string;
	readonly isAzure: boolean;
	readonly signal: AbortSignal | undefined;
}

/** Names of the server's models in its order; none where it does not tell them. */
async function modelNames(client: OpenAI, signal: AbortSignal | undefined): Promise<string[]> {
	const limit = AbortSignal.timeout(longestWaitMs);
	try {
		const page = await client.models.list({ signal: signal === undefined ? limit : AbortSignal.any([signal, limit]) });
		return (page.data ?? []).map(({ id }) => id).filter(id => typeof id === 'string');
	} catch {
		// The list only serves the advice; the failure that is told is the request's.
		return [];
	}
}
