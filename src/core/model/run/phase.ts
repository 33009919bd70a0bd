import type { Phase } from './runEvent';
import type { RunNode } from './runNode';

/** In the order of a run. */
export const phases: readonly Phase[] = ['locate', 'reproduce', 'patch', 'review'];

/**
 * The phase a node belongs to. A model's review and the tests are part of writing a patch: the phase `review` is the
 * user's and has no nodes. Stages of older runs do not name their phase. Feedback leads back to the search.
 */
export function phaseOf({ kind, phase, reproducers }: RunNode): Phase {
	return kind === 'stage' ? (phase ?? (reproducers.length > 0 ? 'reproduce' : 'patch')) : 'locate';
}
