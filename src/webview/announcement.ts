import { roundNumbers } from '../core/model/roundNumbers';
import type { Run } from '../core/model/run';
import { counted } from './rows/counted';

/** One sentence for a screen reader, new with every round and at the end; never word by word. */
export function announcement(run: Run | undefined, live: boolean): string {
	if (run === undefined) {
		return '';
	}
	if (!live) {
		return endings[run.state](counted(run.locations.length, 'location'));
	}
	const closed = run.nodes.filter(({ kind, state }) => kind === 'round' && state === 'closed').at(-1);
	return closed === undefined
		? 'Locating the bug.'
		: `Round ${roundNumbers(run.nodes).get(closed.id)}: ${closed.summary ?? closed.title}`;
}

const interrupted = (found: string) => `The run stopped half-way with ${found}.`;

const endings: Readonly<Record<Run['state'], (found: string) => string>> = {
	running: interrupted,
	paused: interrupted,
	done: found => `Done: ${found}.`,
	cancelled: found => `Cancelled. Kept: ${found}.`,
	// An alert says why.
	failed: () => '',
};
