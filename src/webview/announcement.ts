import { roundNumbers } from '../runs/pure/fold/roundNumbers';
import type { Run } from '../runs/pure/fold/run';
import { roundsOf } from '../runs/pure/fold/runTree';
import { counted } from '../system/pure/text/counted';
import { engineText, t } from './language';
import { nodeText } from './rows/nodeText';

/** One sentence for screen readers, updated after every round and at the end, never per word. */
export function announcement(run: Run | undefined, live: boolean): string {
	if (run === undefined) {
		return '';
	}
	if (!live) {
		return endings[run.state](engineText(counted(run.selected.locations.length, 'location')));
	}
	const closed = roundsOf(run)
		.filter(({ state }) => state === 'closed')
		.at(-1);
	return closed === undefined
		? t('Locating the bug.')
		: t('Round {0}: {1}', roundNumbers(run).get(closed.id) ?? '', nodeText(closed));
}

const interrupted = (found: string) => t('The run was interrupted with {0}.', found);

const endings: Readonly<Record<Run['state'], (found: string) => string>> = {
	running: interrupted,
	paused: interrupted,
	done: found => t('Done: {0}.', found),
	cancelled: found => t('Cancelled. Kept: {0}.', found),
	// An alert reports the reason.
	failed: () => '',
};
