import { counted } from '../../model/counted';
import { maxResamples, type TreeOptions } from './treeRules';

/**
 * For the user, before the first turn: how many requests a search takes at most, and the limit of the run where that is less.
 * Each turn is one; one that takes an alternative samples it, perhaps once more, and asks the critic.
 */
export function requestsText(options: TreeOptions, cap: number | undefined): string {
	const { maxTurns, nSamples, nAlternatives, limits, summarizesAttempts } = options;
	const share = Object.values(limits).some(limit => limit > 0) ? nAlternatives / (nAlternatives + 1) : 0;
	const most = Math.floor(maxTurns * share);
	const perAlternative = (1 + maxResamples) * nSamples + 1 + (summarizesAttempts ? 1 : 0);
	const nRequests = maxTurns - most + most * perAlternative;
	const text = `This takes up to about ${counted(nRequests, 'request')}, besides retries`;
	return cap !== undefined && cap < nRequests ? `${text}; the limit of this run is ${cap}.` : `${text}.`;
}
