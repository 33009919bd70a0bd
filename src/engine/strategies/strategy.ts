import type { Workspace } from '../../history/pure/workspace';
import type { Caps } from '../../models/pure/limits/spending';
import type { AgentDeps } from '../../models/pure/requests/agentDeps';
import type { RunLog } from '../../runs/pure/log/runLog';
import type { ExecutionDeps } from '../../sandbox/pure/execution/executionDeps';
import { darsOptions, type TreeOptions } from './tree/treeRules';

/**
 * A way to take a run from its issue to its end. It emits everything between `indexed` and `runEnded`, and is a
 * function of the log: called again for a run that was interrupted or branched, it replays the log and continues from
 * there.
 */
export interface Strategy {
	/** As the command line, the settings and the run's log name it. */
	readonly name: string;
	/** A run is refused if its context lacks one of these. */
	readonly needs: readonly StrategyNeed[];
	/** If programs may run in a fix, its model chooses commands of its own: the user is informed before. */
	readonly choosesCommands?: true;
	/** A notice to the user, before a fix starts, about its possible cost. `caps`: the run's limits. */
	readonly announce?: (options: StrategyOptions, caps: Caps) => string;
	/** Throws `UserError` if only the user can help, and the signal's reason. */
	run(log: RunLog, context: StrategyContext): Promise<void>;
}

export type StrategyNeed = 'agent' | 'execution';

/** The services a strategy works with. */
export interface StrategyContext {
	readonly workspace: Workspace;
	readonly signal: AbortSignal;
	/** Absent if no model is used. */
	readonly agent?: AgentDeps;
	/** Absent if nothing may be executed. */
	readonly execution?: ExecutionDeps;
	readonly options: StrategyOptions;
}

/** A context with a model. */
export interface ModelContext extends StrategyContext {
	readonly agent: AgentDeps;
}

export interface StrategyOptions {
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

export const defaultOptions: StrategyOptions = {
	...{ maxRounds: 15, seeds: true, nCandidates: 1 },
	...{ effort: 'standard', memoryTokens: 50_000, filtersMemory: true, tree: darsOptions },
};

/** How much a search with several trajectories may take. */
export type Effort = 'standard' | 'thorough';
