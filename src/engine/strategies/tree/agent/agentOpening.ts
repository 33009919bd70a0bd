import { agreedIssue, agreedLocations, issueAsSent } from '../../../../outgoing/pure/gate/issueAsSent';
import { rootNode } from '../../../../runs/pure/fold/run';
import { resultOf } from '../../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../../runs/pure/log/runLog';
import type { Ranking } from '../../../../runs/pure/model/location';
import { placeName, placeText } from '../../../../runs/pure/model/placeText';
import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import { visibleFindings } from '../../../stages/locate/agent/embeddedFindings';
import { locatedCode } from '../../../stages/reproduce/locatedCode';
import type { ModelContext } from '../../strategy';
import type { AgentOpening } from './agentPrompts';
import locatedPrompt from './located.md';

/** What is known before the first turn, besides the issue and the locations. */
export interface KnownAtStart {
	/** A message each. */
	readonly clues: readonly string[];
	/** The code of the first suspects is shown, if nothing was located yet. */
	readonly showsPlaces?: boolean;
}

/** The code of so many suspects. */
const mostPlaces = 3;

/**
 * The facts the agent gets before its first turn: the issue, how its reproducer fails, the code it executes, earlier
 * locations, and the embedded localizer's suspects, which are the provisional locations of a run until a search ends.
 * Recorded at node `start`.
 */
export async function agentOpening(
	log: RunLog,
	start: string,
	{ workspace, agent, signal, options }: ModelContext,
	{ clues, showsPlaces = false }: KnownAtStart,
): Promise<{ readonly opening: AgentOpening; readonly ranking: Ranking }> {
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
	const opening = await log.value(start, 'what the agent knows', {}, async () => {
		const named = resultOf(log.run, start).isProvisional ? [] : agreedLocations(log.run, start);
		if (named.length === 0 && locations.length > 0) {
			await log.emit(start, { type: 'locationsNamed', locations, ranking, provisional: true, embedded: true });
		}
		const places = named.map(each => `- ${placeText(each)} ${placeName(each)}. ${each.intendedBehavior}`.trimEnd());
		const located = named.length === 0 ? [] : [fillTemplate(locatedPrompt, { places: places.join('\n') })];
		const seeds = options.seeds ? observations : [];
		const code =
			named.length === 0 && showsPlaces && options.seeds
				? await locatedCode(workspace, locations.slice(0, mostPlaces))
				: '';
		return { issue: issueAsSent(log.run), clues: [...clues, ...located, ...seeds, ...(code === '' ? [] : [code])] };
	});
	return { opening, ranking };
}
