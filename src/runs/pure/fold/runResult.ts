import { counted } from '../../../system/pure/text/counted';
import type { ResultSummary } from '../events/runEvent';
import { patchCandidates } from './patchCandidates';
import type { Run } from './run';
import { fixOf } from './runFix';
import { nodesOf } from './runTree';
import { hasFailedChecks, nextToReview, patchName, type ShownPatch } from './shownPatch';

/** The locations that views show, by whether the user dismissed them. */
export interface LocationCounts {
	readonly nOpen: number;
	readonly nDismissed: number;
	/** None of them is likely. */
	readonly areGuesses: boolean;
}

/** `maxLocations`: how many are shown, best first. */
export function locationCounts(
	{ selected, dismissed }: Pick<Run, 'selected' | 'dismissed'>,
	maxLocations: number,
): LocationCounts {
	const shown = selected.locations.slice(0, maxLocations);
	const nDismissed = shown.filter(({ id }) => dismissed.includes(id)).length;
	const areGuesses = shown.length > 0 && shown.every(({ lessLikely }) => lessLikely === true);
	return { nOpen: shown.length - nDismissed, nDismissed, areGuesses };
}

/** `6 locations, 1 dismissed`; dismissed ones are not among the 6. `3 guesses, none likely`. The same in every view. */
export function locationsText({ nOpen, nDismissed, areGuesses }: LocationCounts): string {
	const open = areGuesses ? `${counted(nOpen, 'guess', 'guesses')}, none likely` : counted(nOpen, 'location');
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

/** The result of a run that ended by itself: patches for a fix, locations otherwise. */
export function endText(run: Run): string {
	const { title, nLocations, nPatches } = resultSummary(run);
	const patches = nPatches === 0 ? 'No patch' : counted(nPatches, 'patch', 'patches');
	const locations = nLocations === 0 ? 'No location' : counted(nLocations, 'location');
	return `${run.goal === 'fix' ? patches : `${locations} found`} for "${title}".`;
}

/** The most important fact about a run that is not active, for the status bar; undefined if there is none. */
export function statusText(run: Run, patches: readonly ShownPatch[], maxLocations: number): string | undefined {
	const taken = patches.find(({ state }) => state === 'accepted' || state === 'partial');
	if (taken !== undefined) {
		return taken.state === 'accepted' ? `${patchName(taken)} accepted` : `${patchName(taken)}: ${taken.decided}`;
	}
	const ready = nextToReview(patches);
	if (ready !== undefined) {
		// A review has its own item.
		const isReviewed = patches.some(({ nPending }) => nPending !== undefined);
		const text = hasFailedChecks(ready) ? `: ${ready.verdict.why}` : ' ready to review';
		return isReviewed ? undefined : `${patchName(ready)}${text}`;
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
