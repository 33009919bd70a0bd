import { type Run, rootNode } from './run';
import { phaseOf, type RunNode } from './runNode';
import { nodesOf } from './runTree';

/** The activity of a live run, in a few words: `Writing a reproducer…`. */
export function activityText(run: Run): string {
	const open = nodesOf(run).filter(({ id, state }) => id !== rootNode && state === 'open');
	const node = open.findLast(({ isAside }) => isAside !== true) ?? open.at(-1);
	if (node === undefined) {
		return run.goal === 'fix' ? 'Getting ready…' : 'Locating…';
	}
	if (node.isAside === true) {
		return `${node.title}…`;
	}
	switch (phaseOf(node)) {
		case 'reproduce':
			return node.reproducers.length > node.reproducerRuns.length ? 'Running the reproducer…' : 'Writing a reproducer…';
		case 'patch':
			return patchActivity(run, node);
		default:
			return 'Locating…';
	}
}

function patchActivity({ nodes }: Run, { key, reproducerRuns }: RunNode): string {
	switch (key) {
		case 'review':
			return 'Reviewing the patch…';
		case 'validate': {
			const isReproduced = Object.values(nodes).some(({ reproducers }) => reproducers.length > 0);
			return isReproduced && reproducerRuns.length === 0
				? 'Running the reproducer with the patch…'
				: 'Running the tests with the patch…';
		}
		default:
			return 'Writing a patch…';
	}
}
