import { counted } from '../../../system/pure/text/counted';
import type { ResultSummary } from '../events/runEvent';
import { patchCandidates } from './patchCandidates';
import { type Run, rootNode } from './run';
import { fixOf } from './runFix';
import { askedProblem } from './runProblems';
import { nodesOf } from './runTree';
import { hasFailedChecks, nextToReview, patchName, type ShownPatch } from './shownPatch';

/** The locations that views show, by whether the user dismissed them. */
export interface LocationCounts {
	readonly nOpen: number;
	readonly nDismissed: number;
	/** Those of the open ones that are not called less likely. */
	readonly nLikely: number;
	/** None of them is likely. */
	readonly areGuesses: boolean;
}

/** `maxLocations`: how many are shown, best first. */
export function locationCounts(
	{ selected, dismissed }: Pick<Run, 'selected' | 'dismissed'>,
	maxLocations: number,
): LocationCounts {
	const shown = selected.locations.slice(0, maxLocations);
	const open = shown.filter(({ id }) => !dismissed.includes(id));
	const areGuesses = shown.length > 0 && shown.every(({ lessLikely }) => lessLikely === true);
	const nLikely = open.filter(({ lessLikely }) => lessLikely !== true).length;
	return { nOpen: open.length, nDismissed: shown.length - open.length, nLikely, areGuesses };
}

/**
 * `6 locations, 1 dismissed`; dismissed ones are not among the 6. `3 locations, 7 less likely` if the others are folded.
 * `3 guesses, none likely`. The same in every view.
 */
export function locationsText({ nOpen, nDismissed, nLikely, areGuesses }: LocationCounts): string {
	const some = nLikely > 0 && nLikely < nOpen;
	const all = some ? `${counted(nLikely, 'location')}, ${nOpen - nLikely} less likely` : counted(nOpen, 'location');
	const open = areGuesses ? `${counted(nOpen, 'guess', 'guesses')}, none likely` : all;
	return nDismissed === 0 ? open : `${open}, ${nDismissed} dismissed`;
}

/** Why the locations of a run that does not search any more are not final; undefined if they are. */
export function provisionalText(run: Pick<Run, 'selected' | 'nodes'>): string | undefined {
	const { isProvisional, isEmbedded } = run.selected;
	if (!isProvisional) {
		return undefined;
	}
	if (isEmbedded !== true) {
		return 'Provisional: the model had not finished';
	}
	const wasAnswered = nodesOf(run).some(({ requests }) => requests.some(({ answer }) => answer !== undefined));
	const why = wasAnswered ? 'the model named no location' : 'the model could not be asked';
	return `Provisional: ${why}; these come from the embedded localizer`;
}

/** The result of a run that ended by itself: patches for a fix, locations otherwise; else why there is none. */
export function endText(run: Run, maxLocations: number): string {
	const problem = askedProblem(run, false);
	if (problem !== undefined && problem.node !== rootNode) {
		return `${problem.text} ${problem.next}`;
	}
	const { title, nPatches } = resultSummary(run);
	const patches = nPatches === 0 ? 'No patch' : counted(nPatches, 'patch', 'patches');
	const { nOpen, nLikely } = locationCounts(run, maxLocations);
	const isMixed = nLikely > 0 && nLikely < nOpen;
	const some = isMixed
		? `${counted(nLikely, 'location')} and ${counted(nOpen - nLikely, 'less likely one')}`
		: counted(nOpen, 'location');
	const locations = nOpen === 0 ? 'No location' : some;
	return `${run.goal === 'fix' ? patches : `${locations} found`} for "${title}".`;
}

/** The most important fact about a run that is not active, for the status bar; undefined if there is none. */
export function statusText(run: Run, patches: readonly ShownPatch[], maxLocations: number): string | undefined {
	const reviewed = patches.find(({ nPending }) => nPending !== undefined);
	if (reviewed !== undefined) {
		return `${patchName(reviewed)}: ${reviewed.nPending} pending`;
	}
	const problem = askedProblem(run, false);
	if (problem !== undefined && problem.node !== rootNode) {
		return run.goal === 'fix' ? 'No patch from your feedback' : 'No location from your feedback';
	}
	const taken = patches.find(({ state }) => state === 'accepted' || state === 'partial');
	if (taken !== undefined) {
		return taken.state === 'accepted' ? `${patchName(taken)} accepted` : `${patchName(taken)}: ${taken.decided}`;
	}
	const ready = nextToReview(patches);
	if (ready !== undefined) {
		return `${patchName(ready)}${hasFailedChecks(ready) ? `: ${ready.verdict.why}` : ' ready to review'}`;
	}
	const counts = locationCounts(run, maxLocations);
	return counts.nOpen === 0 ? undefined : locationsText(counts);
}

/** The entry for a run in a list of runs. As in every view, patches replaced by another are left out. */
export function resultSummary(run: Run): ResultSummary {
	const { title, engine, selected, imported, openedFrom } = run;
	return {
		title,
		engine,
		nLocations: selected.locations.length,
		nPatches: patchCandidates(fixOf(run)).length,
		isProvisional: selected.isProvisional,
		...(imported !== undefined && { imported }),
		...(openedFrom !== undefined && { openedFrom }),
	};
}
