import { type Run, rootNode } from '../core/model/run/run';
import { phaseOf, type RunNode } from '../core/model/run/runNode';
import { nodesOf } from '../core/model/run/runTree';

/** What a live run is doing, in a few words: `Writing a reproducer…`. */
export function activityText(run: Run): string {
	const node = nodesOf(run).findLast(({ id, state }) => id !== rootNode && state === 'open');
	if (node === undefined) {
		return run.goal === 'fix' ? 'Getting ready…' : 'Locating…';
	}
	switch (phaseOf(node)) {
		case 'reproduce':
			return node.reproducers.length > node.reproducerRuns.length ? 'Running the reproducer…' : 'Writing a reproducer…';
		case 'patch':
			return patchActivity(node);
		default:
			return 'Locating…';
	}
}

function patchActivity({ key, reproducerRuns }: RunNode): string {
	switch (key) {
		case 'review':
			return reproducerRuns.length === 0 ? 'Running the reproducer with the patch…' : 'Reviewing the patch…';
		case 'validate':
			return 'Running the tests…';
		default:
			return 'Writing a patch…';
	}
}
