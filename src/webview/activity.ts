import { type Run, rootNode } from '../runs/pure/fold/run';
import { phaseOf, type RunNode } from '../runs/pure/fold/runNode';
import { nodesOf } from '../runs/pure/fold/runTree';
import { t } from './language';

/** The activity of a live run, in a few words: `Writing a reproducer…`. */
export function activityText(run: Run): string {
	const node = nodesOf(run).findLast(({ id, state }) => id !== rootNode && state === 'open');
	if (node === undefined) {
		return run.goal === 'fix' ? t('Getting ready…') : t('Locating…');
	}
	switch (phaseOf(node)) {
		case 'reproduce':
			return node.reproducers.length > node.reproducerRuns.length
				? t('Running the reproducer…')
				: t('Writing a reproducer…');
		case 'patch':
			return patchActivity(node);
		default:
			return t('Locating…');
	}
}

function patchActivity({ key, reproducerRuns }: RunNode): string {
	switch (key) {
		case 'review':
			return reproducerRuns.length === 0 ? t('Running the reproducer with the patch…') : t('Reviewing the patch…');
		case 'validate':
			return t('Running the tests…');
		default:
			return t('Writing a patch…');
	}
}
