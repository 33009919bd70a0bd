import { rootNode } from '../../../model/run/run';
import type { RunLog } from '../../../runLog';
import { visibleFindings } from '../../../stages/locate/agent/embeddedFindings';
import { agreedIssue, issueAsSent } from '../../../stages/locate/agent/issueAsSent';
import type { KnownBefore } from '../../rover/locateIssue';
import type { ModelContext } from '../../strategy';
import type { AgentOpening } from './agentPrompts';

/**
 * What the agent knows before its first turn: the issue, how its reproducer fails, what that executes, and what the
 * embedded localizer suspects, which the run names as provisional locations. Recorded at node `start`.
 */
export async function agentOpening(
	log: RunLog,
	start: string,
	{ workspace, agent, signal, options }: ModelContext,
	{ clues }: KnownBefore,
): Promise<AgentOpening> {
	const { issue: whole, brief } = log.run;
	if (brief === undefined) {
		throw new Error('a run has its brief before a patch is searched for');
	}
	const issue = agreedIssue(whole, brief.edited, agent.gate);
	const { locations, ranking, observations } = await visibleFindings(log, rootNode, workspace, {
		issue,
		brief,
		signal,
	});
	if (locations.length > 0) {
		await log.once(start, { type: 'locationsNamed', locations, ranking, provisional: true, embedded: true });
	}
	return log.value(start, 'what the agent knows', {}, async () => ({
		issue: issueAsSent(log.run),
		clues: [...clues, ...(options.seeds ? observations : [])],
	}));
}
