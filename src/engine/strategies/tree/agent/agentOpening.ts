import { agreedIssue, agreedLocations, issueAsSent } from '../../../../outgoing/pure/gate/issueAsSent';
import { rootNode } from '../../../../runs/pure/fold/run';
import { resultOf } from '../../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../../runs/pure/log/runLog';
import { placeName, placeText } from '../../../../runs/pure/model/placeText';
import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import { visibleFindings } from '../../../stages/locate/agent/embeddedFindings';
import type { ModelContext } from '../../strategy';
import type { AgentOpening } from './agentPrompts';
import locatedPrompt from './located.md';

/**
 * The facts the agent gets before its first turn: the issue, how its reproducer fails, the code it executes, earlier
 * locations, and the embedded localizer's suspects, which are the provisional locations of a run until a search ends.
 * Recorded at node `start`.
 */
export async function agentOpening(
	log: RunLog,
	start: string,
	{ workspace, agent, signal, options }: ModelContext,
	/** Other known facts; a message each. */
	clues: readonly string[],
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
	return log.value(start, 'what the agent knows', {}, async () => {
		const named = resultOf(log.run, start).isProvisional ? [] : agreedLocations(log.run, start);
		if (named.length === 0 && locations.length > 0) {
			await log.emit(start, { type: 'locationsNamed', locations, ranking, provisional: true, embedded: true });
		}
		const places = named.map(each => `- ${placeText(each)} ${placeName(each)}. ${each.intendedBehavior}`.trimEnd());
		const located = named.length === 0 ? [] : [fillTemplate(locatedPrompt, { places: places.join('\n') })];
		return { issue: issueAsSent(log.run), clues: [...clues, ...located, ...(options.seeds ? observations : [])] };
	});
}
