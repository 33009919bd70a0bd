import type { RunEvent } from '../../../runs/pure/events/runEvent';

/** Id of the patch that an event is about; undefined if it is about none, or about several. */
export function eventOfPatch(event: RunEvent): string | undefined {
	switch (event.type) {
		case 'patchWritten':
			return event.patch.id;
		case 'patchReviewed':
			return event.review.patch;
		case 'patchEvaluated':
			return event.evaluation.patch;
		case 'reproducerRan':
		case 'validationRan':
		case 'crashChecked':
			return event.ran.patch;
		case 'patchPicked':
		case 'patchWriteStarted':
		case 'hunksDecided':
		case 'hunksJudged':
			return event.patch;
		default:
			return undefined;
	}
}

/** An event about several patches, without those that are left out. */
export function withoutPatches(event: RunEvent, leftOut: ReadonlySet<string>): RunEvent {
	if (leftOut.size === 0) {
		return event;
	}
	switch (event.type) {
		case 'patchesRanked':
			return { ...event, ranking: event.ranking.filter(({ patch }) => !leftOut.has(patch)) };
		case 'testsRan':
			return { ...event, patches: event.patches.filter(({ patch }) => !leftOut.has(patch)) };
		default:
			return event;
	}
}
