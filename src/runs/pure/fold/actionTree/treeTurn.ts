import type { Run } from '../run';
import type { RunNode } from '../runNode';

/**
 * Whether a node is a turn of a tree that Faultline can let grow: the user can prune the turns after it, and a remark
 * on it is answered while the run is active.
 */
export function isTreeTurn({ isReadOnly }: Pick<Run, 'isReadOnly'>, node: RunNode | undefined): node is RunNode {
	return !isReadOnly && node?.kind === 'round' && node.expansion !== undefined;
}
