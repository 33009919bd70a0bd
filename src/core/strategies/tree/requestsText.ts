import { counted } from '../../model/counted';
import type { TreeOptions } from './treeRules';

/**
 * For the user, before the first turn: how many requests a search takes at most. Each turn is one; one in two at most is an
 * alternative, which takes its samples and the critic.
 */
export function requestsText({ maxTurns, nSamples }: TreeOptions, cap: number | undefined): string {
	const nRequests = maxTurns + Math.floor(maxTurns / 2) * nSamples;
	return cap !== undefined && cap < nRequests
		? `This takes up to about ${counted(nRequests, 'request')}; the limit of this run is ${cap}.`
		: `This takes up to about ${counted(nRequests, 'request')}.`;
}
