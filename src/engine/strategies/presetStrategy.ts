import { locateEmbedded } from '../../localizer/pure/embedded/locateEmbedded';
import { rootNode } from '../../runs/pure/fold/run';
import type { RunLog } from '../../runs/pure/log/runLog';
import { type FixPreset, fixWithAgent } from '../agent/fixWithAgent';
import type { LocateIssue } from '../agent/locateIssue';
import type { AgentContext } from '../agent/options';
import { beginRun } from './beginRun';
import type { Strategy, StrategyContext } from './strategy';

/** What distinguishes a strategy from the others: the agent is the same. */
interface StrategyPreset extends Omit<Strategy, 'run'> {
	/** Without a model. */
	readonly embedded: (log: RunLog, context: StrategyContext) => Promise<unknown>;
	/** If only locations are wanted. */
	readonly locate: LocateIssue;
	readonly fix: (log: RunLog, context: AgentContext) => FixPreset;
}

/** With the embedded localizer. */
export function locatedEmbedded(log: RunLog, { workspace, signal }: StrategyContext): Promise<unknown> {
	return locateEmbedded(log, rootNode, workspace, { signal });
}

/** The strategy that works by a preset. */
export function presetStrategy({ embedded, locate, fix, ...strategy }: StrategyPreset): Strategy {
	return {
		...strategy,
		async run(log, context) {
			await beginRun(log, context);
			const { agent } = context;
			if (agent === undefined) {
				await embedded(log, context);
				return;
			}
			const own = { ...context, agent };
			if (log.run.goal === 'fix') {
				await fixWithAgent(log, own, fix(log, own));
			} else {
				await locate(log, rootNode, own, { clues: [] });
			}
		},
	};
}
