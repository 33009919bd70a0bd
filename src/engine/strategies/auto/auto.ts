import { locateEmbedded } from '../../../localizer/pure/embedded/locateEmbedded';
import { placesShownWhole } from '../../../models/pure/loop/shownPlaces';
import { agreedLocations } from '../../../outgoing/pure/gate/issueAsSent';
import { rootNode } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import { pathTo } from '../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../runs/pure/log/runLog';
import { OverlayWorkbench } from '../../../sandbox/pure/workbench/overlayWorkbench';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { codeForPatch } from '../../stages/patch/codeForPatch';
import { beginRun } from '../beginRun';
import { type FixEvidence, shownBug } from '../rover/fixEvidence';
import { locateIssue } from '../rover/locateIssue';
import { failureClue } from '../rover/reproducerClues';
import type { ModelContext, Strategy } from '../strategy';
import { asksHistory, fixTools, isSmall } from '../tree/agent/fixTools';
import givenPrompt from '../tree/agent/given.md';
import { fixWithAgent, type PatchSearch } from '../tree/searchPatch';
import { benchOnCopy, locatedNode } from '../tree/tree';
import { deadEndOptions } from '../tree/treeRules';
import changedBefore from './changedBefore.md';

/**
 * One agent with one conversation: it looks, runs programs, edits, and has its changes judged, and each judgement is a
 * result that it can answer. It begins as a single path; only a dead end leads back to an earlier decision. Without a
 * model it locates with the embedded localizer.
 */
export const auto: Strategy = {
	name: 'auto',
	needs: [],
	choosesCommands: true,
	async run(log, context) {
		await beginRun(log, context);
		const { agent, workspace, signal } = context;
		if (agent === undefined) {
			await locateEmbedded(log, rootNode, workspace, { signal });
			return;
		}
		const own = { ...context, agent };
		if (log.run.goal === 'fix') {
			await fixWithAgent(log, own, evidence => beginSearch(log, own, evidence));
		} else {
			await locateIssue(log, rootNode, own, { clues: [] });
		}
	},
};

async function beginSearch(log: RunLog, context: ModelContext, evidence: FixEvidence): Promise<PatchSearch> {
	const { execution, workspace, signal } = context;
	if (context.options.nCandidates > 1) {
		const text = 'This strategy does not write further candidates: rover and researcher do.';
		await log.once(rootNode, { type: 'noted', text });
	}
	const located = locatedNode(log.run);
	const start = located ?? rootNode;
	const seen = located === undefined ? [] : await codeSeen(log, located, evidence);
	// How the user's failing test differs from others is known before the first question.
	const { clues } = log.run.issue.source.test === undefined ? { clues: [] } : await evidence.known(undefined);
	const shown = shownBug(fixOf(log.run));
	const given =
		shown === undefined ? [] : [failureClue(shown), fillTemplate(givenPrompt, { file: shown.reproducer.file })];
	const history = (await asksHistory(log, context)) && !isSmall(context) ? [changedBefore.trim()] : [];
	return {
		...{ start, options: deadEndOptions, toolset: await fixTools(log, context, evidence) },
		known: { clues: [...clues, ...seen, ...given, ...history], showsPlaces: isSmall(context) },
		reproducer: shown?.reproducer,
		openWorkbench: () =>
			execution === undefined ? OverlayWorkbench.open(workspace, signal) : benchOnCopy(log, context),
	};
}

/** The code that a search before has read: that of its locations, and other code while there is room. Recorded. */
function codeSeen(log: RunLog, located: string, { context }: FixEvidence): Promise<readonly string[]> {
	const calls = pathTo(log.run, located).flatMap(node => node.calls);
	const read = calls.flatMap(({ answer }) => (answer === undefined ? [] : placesShownWhole(answer)));
	return log.value(located, 'code that was read', {}, () =>
		codeForPatch(context.workspace, { locations: agreedLocations(log.run, located), read }),
	);
}
