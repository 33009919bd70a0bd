import type { Caps } from '../../models/pure/limits/spending';
import type { RunLog } from '../../runs/pure/log/runLog';
import type { RunOptions } from '../agent/options';
import type { RunContext } from '../context';

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
	/** A notice to the user, before a fix starts, about its possible cost. `caps`: the run's limits. */
	readonly announce?: (options: RunOptions, caps: Caps) => string;
	/** Throws `UserError` if only the user can help, and the signal's reason. */
	run(log: RunLog, context: StrategyContext): Promise<void>;
}

export type StrategyNeed = 'agent' | 'execution';

/** The services and options that a strategy works with. */
export interface StrategyContext extends RunContext {
	readonly options: RunOptions;
}
