import type { AgentDeps } from '../../agent/agentDeps';
import type { RunLog } from '../../runLog';
import { agreedIssue, issueAsSent } from '../../stages/locate/agent/issueAsSent';
import { type LocateTask, locateWithModel } from '../../stages/locate/agent/locateWithModel';
import type { StrategyContext } from '../strategy';

/** A context with a model. */
export interface ModelContext extends StrategyContext {
	readonly agent: AgentDeps;
}

/** What a search begins with. */
export type KnownBefore = Pick<LocateTask, 'clues' | 'called'>;

/**
 * Searches after node `start` with a model that is shown what is known before. Returns the node the search ended in. The run has
 * its brief.
 */
export function locateIssue(
	log: RunLog,
	start: string,
	{ workspace, agent, options }: ModelContext,
	known: KnownBefore,
): Promise<string> {
	const { issue, brief } = log.run;
	if (brief === undefined) {
		throw new Error('a run has its brief before anything is located');
	}
	const task = { issue: agreedIssue(issue, brief.edited, agent.gate), brief, text: issueAsSent(log.run), ...known };
	return locateWithModel(log, start, task, { workspace, agent, ...options });
}
