import { counted } from '../counted';
import type { Run } from './run';

/** The locations that views show, by whether the user dismissed them. */
export interface LocationCounts {
	readonly nOpen: number;
	readonly nDismissed: number;
}

/** `maxLocations`: how many are shown, best first. */
export function locationCounts(
	{ selected, dismissed }: Pick<Run, 'selected' | 'dismissed'>,
	maxLocations: number,
): LocationCounts {
	const shown = selected.locations.slice(0, maxLocations);
	const nDismissed = shown.filter(({ id }) => dismissed.includes(id)).length;
	return { nOpen: shown.length - nDismissed, nDismissed };
}

/** `6 locations, 1 dismissed`; dismissed ones are not among the 6. The same in every view. */
export function locationsText({ nOpen, nDismissed }: LocationCounts): string {
	return nDismissed === 0 ? counted(nOpen, 'location') : `${counted(nOpen, 'location')}, ${nDismissed} dismissed`;
}
