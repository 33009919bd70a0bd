import { agreedIssue, issueAsSent } from '../../outgoing/pure/gate/issueAsSent';
import type { RunLog } from '../../runs/pure/log/runLog';
import { type LocateDeps, type LocateTask, locateWithModel } from '../stages/locate/agent/locateWithModel';
import type { AgentContext } from './options';

/** The facts a search begins with. */
export type KnownBefore = Pick<LocateTask, 'clues' | 'called' | 'knownAt'> & Pick<LocateDeps, 'style'>;

/** Searches after node `start`, and returns the node the search ended in. The run has its brief. */
export type LocateIssue = (log: RunLog, start: string, context: AgentContext, known: KnownBefore) => Promise<string>;

/** `LocateIssue` with a model that is shown earlier facts; in one conversation unless a style is given. */
export function locateIssue(
	log: RunLog,
	start: string,
	{ workspace, agent, options }: AgentContext,
	{ style, ...known }: KnownBefore,
): Promise<string> {
	const { issue, brief } = log.run;
	if (brief === undefined) {
		throw new Error('a run has its brief before anything is located');
	}
	const task = { issue: agreedIssue(issue, brief.edited, agent.gate), brief, text: issueAsSent(log.run), ...known };
	return locateWithModel(log, start, task, { workspace, agent, ...options, ...(style !== undefined && { style }) });
}
