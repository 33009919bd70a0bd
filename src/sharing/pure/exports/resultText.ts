import { shownPatches } from '../../../patches/pure/acceptance/shownPatches';
import type { Run } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import { placeName, placeText } from '../../../runs/pure/model/placeText';
import { runExit } from '../report/exitStatus';

/** How a run ended and its locations, best first, as the last words of an agent. */
export function resultText(run: Run): string {
	const { locations } = run.selected;
	const places = locations.map((each, at) => {
		const why = each.intendedBehavior === '' ? '' : `\n   ${each.intendedBehavior}`;
		return `${at + 1}. ${placeName(each)} (${placeText(each)})${why}`;
	});
	return [runExit(run).text, ...(places.length === 0 ? [] : [places.join('\n')])].join('\n\n');
}

/** The patch that is shown first, as a unified diff; undefined if there is none. */
export function firstDiff(run: Run): string | undefined {
	const [first] = shownPatches(run);
	return first && fixOf(run).patches.find(({ id }) => id === first.id)?.diff;
}
