import { counted } from '../counted';
import { hasFailedChecks, nextToReview, patchName, type ShownPatch } from '../shownPatch';
import { locationCounts, locationsText } from './locationCounts';
import { patchCandidates } from './patchCandidates';
import type { Run } from './run';
import { fixOf } from './runFix';

/** The result of a run that ended by itself: patches for a fix, locations otherwise. */
export function endText(run: Run): string {
	const { goal, title, selected } = run;
	const nPatches = patchCandidates(fixOf(run)).length;
	const nLocations = selected.locations.length;
	const result =
		goal === 'fix'
			? nPatches === 0
				? 'No patch'
				: counted(nPatches, 'patch', 'patches')
			: `${nLocations === 0 ? 'No location' : counted(nLocations, 'location')} found`;
	return `${result} for "${title}".`;
}

/** What matters about a run that is not active, for the status bar; undefined where nothing does. */
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
