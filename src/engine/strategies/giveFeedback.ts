import { pathTo } from '../../runs/pure/fold/runTree';
import type { RunLog } from '../../runs/pure/log/runLog';
import { UserError } from '../../system/pure/errors/userError';

/**
 * Begins a branch: the user's feedback follows a round, and the run continues after it. Nodes that followed that round
 * before remain; a pruned round is restored. Throws `UserError` if `round` is no round, or for an empty text.
 */
export async function giveFeedback(log: RunLog, round: string, text: string): Promise<void> {
	const node = log.run.nodes[round];
	if (node?.kind !== 'round' || node.state !== 'closed') {
		throw new UserError('Feedback belongs to a finished round. Choose one in the trajectory.');
	}
	const title = text.trim();
	if (title === '') {
		throw new UserError('The feedback is empty. Write what the model should know.');
	}
	// The user wants the pruned branch after all.
	for (const pruned of pathTo(log.run, round).filter(({ isPruned }) => isPruned)) {
		await log.emit(pruned.id, { type: 'branchRestored' });
	}
	await log.open(round, { key: `feedback ${node.children.length + 1}`, kind: 'feedback', title });
}
