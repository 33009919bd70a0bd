import { placesShownWhole } from '../../../models/pure/loop/shownPlaces';
import { agreedIssue, agreedLocations, issueAsSent } from '../../../outgoing/pure/gate/issueAsSent';
import { workingMemoryOf } from '../../../runs/pure/fold/memory/workingMemory';
import { rootNode } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import { pathTo, resultOf } from '../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../runs/pure/log/runLog';
import { leastPossible } from '../../../runs/pure/model/confidence';
import type { BugLocation, Ranking } from '../../../runs/pure/model/location';
import type { Patch } from '../../../runs/pure/model/patch';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { type FixEvidence, shownBug } from '../../evidence/fixEvidence';
import { visibleFindings } from '../../stages/locate/agent/embeddedFindings';
import { codeForPatch } from '../../stages/patch/codeForPatch';
import { synthesize } from '../../stages/patch/synthesis/synthesis';
import { patchOutcome } from '../branching/attempts/attemptOutcome';
import type { AgentContext } from '../options';
import type { AgentOpening } from './agentPrompts';
import changedBefore from './changedBefore.md';
import { culpritClue } from './culpritClue';
import { asksHistory, isSmall } from './fixTools';
import givenPrompt from './given.md';
import triedPrompt from './tried.md';

/** Where the agent begins, and what is known there. */
export interface AgentStart {
	readonly log: RunLog;
	/** The node that the first turn follows. */
	readonly start: string;
	/** The node at which the search before ended. */
	readonly located: string | undefined;
	/** Patches of others that are wrong. */
	readonly failed: readonly Patch[];
	readonly context: AgentContext;
	readonly evidence: FixEvidence;
}

/** The code of suspects that is shown if nothing was located yet: it is what most models ask for first. */
const suspectCode = { places: 3, lines: 80 } as const;

/**
 * The facts the agent gets before its first turn: the issue, how its reproducer fails, the code it executes, the
 * findings of a search before, and the embedded localizer's suspects, which are the provisional locations of a run until a search ends.
 * Recorded at node `start`.
 */
export async function agentOpening(
	from: AgentStart,
): Promise<{ readonly opening: AgentOpening; readonly ranking: Ranking }> {
	const { log, start, context, evidence } = from;
	const { workspace, agent, signal, options } = context;
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
		const seeds = options.seeds ? observations : [];
		const suspects = named.length === 0 && options.seeds ? suspectsWithCode(locations, isSmall(context)) : [];
		const shown = { locations: suspects, read: [], suspected: suspectCode.lines };
		const code = suspects.length === 0 ? [] : await codeForPatch(evidence.context.workspace, shown);
		const history = [...(await broken(from)), ...(await historyClue(from))];
		const clues = [...(await executed(from)), ...(await found(from)), ...history, ...triedClue(from)];
		return { issue: issueAsSent(log.run), clues: [...clues, ...seeds, ...code] };
	});
	return { opening, ranking };
}

/** A small model gets the first ones, so that it may need no search; others only those that are no guesses. */
function suspectsWithCode(locations: readonly BugLocation[], isForSmall: boolean): readonly BugLocation[] {
	const first = locations.slice(0, suspectCode.places);
	return isForSmall ? first : first.filter(({ likelihood = 0 }) => likelihood >= leastPossible);
}

/** How the reproducer or the user's failing test fails. */
async function executed({ log, evidence }: AgentStart): Promise<readonly string[]> {
	const shown = shownBug(fixOf(log.run));
	const clues = await evidence.clues(shown);
	return shown === undefined ? clues : [...clues, fillTemplate(givenPrompt, { file: shown.reproducer.file })];
}

/**
 * What the search before read: the code of its locations, and other code while there is room; of one with a working memory,
 * what a model chooses from that, and its hypothesis.
 */
async function found({ log, start, located, context, evidence }: AgentStart): Promise<readonly string[]> {
	if (located === undefined) {
		return [];
	}
	const { entries: all, notes } = workingMemoryOf(log.run, located);
	const entries = all.filter(({ parts }) => parts.some(({ state }) => state === 'open'));
	const calls = pathTo(log.run, located).flatMap(node => node.calls);
	const read = calls.flatMap(({ answer }) => (answer === undefined ? [] : placesShownWhole(answer)));
	const locations = agreedLocations(log.run, located);
	const places = { locations, read: entries.length > 0 ? [] : read };
	const code = await codeForPatch(evidence.context.workspace, places);
	if (entries.length === 0) {
		return code;
	}
	const { filtersMemory: filters } = context.options;
	const given = { issue: issueAsSent(log.run), located: code.slice(0, 1), entries, notes, filters };
	return [...code, ...(await synthesize(start, evidence.stageDeps, given))];
}

function triedClue({ log, failed }: AgentStart): readonly string[] {
	const last = failed.at(-1);
	const patches = failed.map(each => patchOutcome(log, each, each !== last)).join('\n\n');
	return failed.length === 0 ? [] : [fillTemplate(triedPrompt, { patches })];
}

/** The commit that broke it, if it was found. */
async function broken({ log, evidence }: AgentStart): Promise<readonly string[]> {
	const { culprit } = log.run;
	return culprit === undefined ? [] : [await culpritClue(culprit, evidence.context.workspace.files)];
}

async function historyClue({ log, context }: AgentStart): Promise<readonly string[]> {
	return (await asksHistory(log, context)) && !isSmall(context) ? [changedBefore.trim()] : [];
}
