import type { BugLocation } from '../../../model/location';

const limits = { locations: 3, frames: 5 };
/** A location with less than this share of the first one's score is less likely. */
const leastShare = 0.85;

/**
 * Marks the locations from where the score drops, and those without evidence. The first frames of a trace are not
 * marked.
 */
export function withLessLikely(locations: readonly BugLocation[]): BugLocation[] {
	const best = locations[0]?.score ?? 0;
	return locations.map((location, at) => {
		const isFrame = location.evidence.some(({ kind }) => kind === 'trace');
		const isLikely = at < limits.locations && location.score >= leastShare * best;
		return location.evidence.length > 0 && (isLikely || (isFrame && at < limits.frames))
			? location
			: { ...location, lessLikely: true };
	});
}
