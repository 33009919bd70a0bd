import type { StageDeps } from '../../agent/agentDeps';
import { charactersOfTokens } from '../../agent/tokenEstimate';
import type { RunLog } from '../../runLog';
import type { TreeOptions } from './treeRules';

/** What the parts of the strategy `tree` work with. */
export interface TreeContext {
	readonly log: RunLog;
	/** The node that the first turn follows. */
	readonly start: string;
	readonly options: TreeOptions;
	readonly stageDeps: StageDeps;
}

/** Of the context window, for all observations of an attempt. */
const attemptShare = 0.2;

/** How much of an attempt a model is shown. */
export function shownAttempt({ options, stageDeps: { agent } }: TreeContext) {
	const { nLookahead, observationCharacters } = options;
	// As large as it is at the start: what is learned of the window must not change questions that were asked.
	const characters = charactersOfTokens(agent.model.contextTokens * attemptShare);
	return { nLookahead, observationCharacters, characters };
}
