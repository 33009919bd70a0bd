import type { ModelContext } from '../context';
import { darsOptions, type TreeOptions } from './branching/treeRules';

/** What the user can choose about a run. */
export interface RunOptions {
	/** After this many rounds of a search, the best locations so far are its result. */
	readonly maxRounds: number;
	/** Whether a model is shown the embedded localizer's findings. */
	readonly seeds: boolean;
	/** How many patches are written to choose from. */
	readonly nCandidates: number;
	/** Of the strategy `researcher`. */
	readonly effort: Effort;
	/** The size of the findings shown to a model with a working memory, in estimated tokens. */
	readonly memoryTokens: number;
	/** Whether a model chooses the entries of its working memory that a patch is written from. */
	readonly filtersMemory: boolean;
	/** Of the strategy `tree`. */
	readonly tree: TreeOptions;
}

/** How much a search with several trajectories may take. */
export type Effort = 'standard' | 'thorough';

export const defaultOptions: RunOptions = {
	...{ maxRounds: 15, seeds: true, nCandidates: 1 },
	...{ effort: 'standard', memoryTokens: 50_000, filtersMemory: true, tree: darsOptions },
};

/** What an agent works with. */
export interface AgentContext extends ModelContext {
	readonly options: RunOptions;
}
