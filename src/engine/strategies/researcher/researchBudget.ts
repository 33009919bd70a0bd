import type { RunOptions } from '../../agent/options';

/** How much the strategy `researcher` searches at most. */
export interface ResearchBudget {
	/** Searches side by side. */
	readonly nTrajectories: number;
	/** In each of them. */
	readonly maxRounds: number;
}

/** Code Researcher's budgets: 5 trajectories of 15 requests, or 10 of 30. */
export function researchBudget({ effort, maxRounds }: Pick<RunOptions, 'effort' | 'maxRounds'>): ResearchBudget {
	return effort === 'thorough' ? { nTrajectories: 10, maxRounds: 2 * maxRounds } : { nTrajectories: 5, maxRounds };
}
