import { counted } from '../core/model/counted';
import { roundNumbers } from '../core/model/run/roundNumbers';
import type { Run } from '../core/model/run/run';
import { roundsOf } from '../core/model/run/runTree';

/** One sentence for screen readers, updated after every round and at the end, never per word. */
export function announcement(run: Run | undefined, live: boolean): string {
	if (run === undefined) {
		return '';
	}
	if (!live) {
		return endings[run.state](counted(run.selected.locations.length, 'location'));
	}
	const closed = roundsOf(run)
		.filter(({ state }) => state === 'closed')
		.at(-1);
	return closed === undefined
		? 'Locating the bug.'
		: `Round ${roundNumbers(run).get(closed.id)}: ${closed.summary ?? closed.title}`;
}

const interrupted = (found: string) => `The run was interrupted with ${found}.`;

const endings: Readonly<Record<Run['state'], (found: string) => string>> = {
	running: interrupted,
	paused: interrupted,
	done: found => `Done: ${found}.`,
	cancelled: found => `Cancelled. Kept: ${found}.`,
	// An alert reports the reason.
	failed: () => '',
};
