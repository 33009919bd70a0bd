import { isTreeTurn } from '../../../runs/pure/fold/actionTree/treeTurn';
import type { RunLog } from '../../../runs/pure/log/runLog';
import { UserError } from '../../../system/pure/errors/userError';

/**
 * Records that the user gave up the branch after a turn, or wants it after all. A search that is active sees it before
 * its next turn. Nothing is removed. Throws `UserError` for a node that is no turn of a tree.
 */
export async function pruneBranch(log: RunLog, turn: string, change: 'pruned' | 'restored'): Promise<void> {
	const node = log.run.nodes[turn];
	if (!isTreeTurn(log.run, node)) {
		throw new UserError('Only actions of a run with the strategy "tree" can be pruned. Choose one in the trajectory.');
	}
	if ((node.isPruned === true) !== (change === 'pruned')) {
		await log.emit(turn, { type: change === 'pruned' ? 'branchPruned' : 'branchRestored' });
	}
}
