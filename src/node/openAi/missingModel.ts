import { nearNames } from '../../core/search/nearNames';
import { knownServer } from './knownServer';
import type { ListedModels } from './listModels';

const nShown = 5;

/** A model that its server does not know. */
export interface MissingModel {
	/** Host and port. */
	readonly server: string;
	readonly baseUrl: string;
	readonly model: string;
	/** The models the server has, if it says. */
	readonly listed: ListedModels;
}

/** What to do about it: which the server has that are like it. */
export function missingModel({ server, baseUrl, model, listed }: MissingModel): string {
	const missing = `${server} has no model "${model}".`;
	if (typeof listed === 'string') {
		return `${missing} Check its name, and the endpoint's address: ${baseUrl.replace(/\?.*/, '')}`;
	}
	if (listed.includes(model)) {
		return `${server} lists the model "${model}", but cannot use it for a chat. Choose another model.`;
	}
	const get = knownServer(server)?.getModel.replace('{model}', model);
	return `${missing} ${choice(model, listed)}${get === undefined ? '' : ` Or get it with "${get}".`}`;
}

function choice(model: string, names: readonly string[]): string {
	const near = nearNames(model, names, nShown);
	if (near.length > 0) {
		return `Did you mean ${near.join(', ')}?`;
	}
	const more = names.length > nShown ? `, and ${names.length - nShown} more` : '';
	return `It has ${names.slice(0, nShown).join(', ')}${more}.`;
}
