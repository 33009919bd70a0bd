import { assertNever } from './assertNever';
import type { Patch, PatchReview, RankedPatch } from './patch';
import type { Reproducer, ReproducerRun } from './reproducer';
import type { RunEvent } from './runEvent';
import type { ValidationRun } from './validation';

/** What a run has of reproducers and patches; each list oldest first. */
export interface RunFix {
	readonly reproducers: readonly Reproducer[];
	readonly reproducerRuns: readonly ReproducerRun[];
	readonly patches: readonly Patch[];
	readonly reviews: readonly PatchReview[];
	readonly validationRuns: readonly ValidationRun[];
	/** Best first; empty while nothing is ranked. */
	readonly ranking: readonly RankedPatch[];
}

export type FixEvent = Extract<
	RunEvent,
	{ type: 'reproducerWritten' | 'reproducerRan' | 'patchWritten' | 'patchReviewed' | 'validationRan' | 'patchesRanked' }
>;

export const emptyFix: RunFix = {
	reproducers: [],
	reproducerRuns: [],
	patches: [],
	reviews: [],
	validationRuns: [],
	ranking: [],
};

/** Pure, as the fold it is part of. */
export function applyToFix(fix: RunFix, event: FixEvent): RunFix {
	switch (event.type) {
		case 'reproducerWritten':
			return { ...fix, reproducers: [...fix.reproducers, event.reproducer] };
		case 'reproducerRan':
			return { ...fix, reproducerRuns: [...fix.reproducerRuns, event.ran] };
		case 'patchWritten':
			return { ...fix, patches: [...fix.patches, event.patch] };
		case 'patchReviewed':
			return { ...fix, reviews: [...fix.reviews, event.review] };
		case 'validationRan':
			return { ...fix, validationRuns: [...fix.validationRuns, event.ran] };
		case 'patchesRanked':
			return { ...fix, ranking: event.ranking };
		default:
			return assertNever(event);
	}
}
