import { roundNumbers } from '../runs/pure/fold/roundNumbers';
import type { Run } from '../runs/pure/fold/run';
import { askedProblem } from '../runs/pure/fold/runProblems';
import { locationCounts, locationsText } from '../runs/pure/fold/runResult';
import { roundsOf } from '../runs/pure/fold/runTree';
import { engineText, t } from './language';
import { nodeText } from './rows/nodeText';

/** One sentence for screen readers, updated after every round and at the end, never per word. */
export function announcement(run: Run | undefined, live: boolean, maxLocations: number): string {
	if (run === undefined) {
		return '';
	}
	if (!live) {
		const problem = askedProblem(run, live);
		return problem === undefined
			? endings[run.state](engineText(locationsText(locationCounts(run, maxLocations))))
			: engineText(`${problem.text} ${problem.next}`);
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
