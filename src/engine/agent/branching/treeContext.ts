import { charactersOfTokens } from '../../../models/pure/limits/tokenEstimate';
import type { StageDeps } from '../../../models/pure/requests/agentDeps';
import { branchRoot, pathTo } from '../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { TreeOptions } from './treeRules';

/** The services that the parts of the strategy `tree` work with. */
export interface TreeContext {
	readonly log: RunLog;
	/** The node that the first turn follows. */
	readonly start: string;
	readonly options: TreeOptions;
	readonly stageDeps: StageDeps;
}

/** The node below which the tree grows: the newest remark on the path that is shown, else the start. */
export function growthRoot({ log: { run }, start }: Pick<TreeContext, 'log' | 'start'>): string {
	const root = branchRoot(run);
	return pathTo(run, root).some(({ id }) => id === start) ? root : start;
}

/** Of the context window, for all observations of an attempt. */
const attemptShare = 0.2;

/** How much of an attempt a model is shown. */
export function shownAttempt({ options, stageDeps: { agent } }: TreeContext) {
	const { nLookahead, observationCharacters } = options;
	// The size at the start: later knowledge of the window must not change questions that were asked.
	const characters = charactersOfTokens(agent.model.contextTokens * attemptShare);
	return { nLookahead, observationCharacters, characters };
}
