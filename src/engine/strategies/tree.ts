import { actionTools } from '../../models/pure/tools/actions/actionTools';
import { submitTool } from '../../models/pure/tools/actions/submitTool';
import { searchTools } from '../../models/pure/tools/toolTable';
import { counted } from '../../system/pure/text/counted';
import { maxResamples, type TreeOptions } from '../agent/branching/treeRules';
import type { FixPreset } from '../agent/fixWithAgent';
import { locateIssue } from '../agent/locateIssue';
import { reproducerTool } from '../agent/turns/fixTools';
import { presetStrategy } from './presetStrategy';
import type { Strategy } from './strategy';

/** The copy in which the agent of a run acts, and its tools. */
export type TreeParts = Pick<FixPreset, 'toolset' | 'openWorkbench'>;

/**
 * DARS's strategy: one agent searches, edits and runs programs in a copy of the project. It goes back to the points at
 * which another action would change most, and takes one. Each patch it submits is judged, and the best is selected. If
 * only locations are wanted, it searches as `rover` does.
 */
export function treeStrategy(parts: TreeParts): Strategy {
	return presetStrategy({
		...{ name: 'tree', needs: ['agent', 'execution'] },
		announce: ({ tree }, { requests }) => requestsText(tree, requests),
		embedded: () => Promise.reject(new Error('a run of this strategy has a model')),
		locate: locateIssue,
		fix: ({ run }, { agent, options: { tree: options } }) => ({
			...{ ...parts, options, stage: { key: 'tree', title: 'Search for a patch' } },
			notice: requestsText(options, agent.spending.limitOf(run, 'requests')),
		}),
	});
}

/** With the actions on a scratch checkout. */
export const tree = treeStrategy({
	toolset: async (log, context, { context: { workspace } }) => ({
		tools: [...actionTools, ...searchTools, await reproducerTool(log, { ...context, workspace }), submitTool],
	}),
});

/**
 * For the user, before the first turn: how many requests a search takes at most, and the limit of the run if that is
 * less. Each turn is one; one that takes an alternative samples it, perhaps once more, and asks the critic.
 */
function requestsText(options: TreeOptions, cap: number | undefined): string {
	const { maxTurns, nSamples, nAlternatives, limits, summarizesAttempts } = options;
	const share = Object.values(limits).some(limit => limit > 0) ? nAlternatives / (nAlternatives + 1) : 0;
	const most = Math.floor(maxTurns * share);
	const perAlternative = (1 + maxResamples) * nSamples + 1 + (summarizesAttempts ? 1 : 0);
	const nRequests = maxTurns - most + most * perAlternative;
	const text = `This takes up to about ${counted(nRequests, 'request')}, besides retries`;
	return cap !== undefined && cap < nRequests ? `${text}; the limit of this run is ${cap}.` : `${text}.`;
}
