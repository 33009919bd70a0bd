import type { Run } from './run';
import type { RunNode } from './runNode';

/**
 * Whether a patch waits for its executions or its review, in a run that has not ended. `isRefuted`: an execution speaks
 * against it, so that no review needs to follow.
 */
export function isBeingJudged(
	{ nodes, state }: Pick<Run, 'nodes' | 'state'>,
	patch: string,
	isRefuted: boolean,
): boolean {
	const writer = Object.values(nodes).find(({ patches }) => patches.some(({ id }) => id === patch));
	if ((state !== 'running' && state !== 'paused') || writer?.kind !== 'stage') {
		return false;
	}
	const last = lastJudgement(nodes, writer);
	return last.state === 'open' || (last.key !== 'review' && !(last.key === 'validate' && isRefuted));
}

/** The newest stage of its judgement, which follows the node that wrote it; that node itself before there is one. */
function lastJudgement(nodes: Run['nodes'], node: RunNode): RunNode {
	const next = node.children.flatMap(id => nodes[id] ?? []).find(({ key }) => key === 'validate' || key === 'review');
	return next === undefined ? node : lastJudgement(nodes, next);
}
