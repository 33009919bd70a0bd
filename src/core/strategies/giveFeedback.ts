import type { RunLog } from '../runLog';
import { UserError } from '../util/userError';

/**
 * Begins a branch: the user's feedback follows a round, and the run continues after it. What followed that round before
 * remains. Throws `UserError` for what is no round, or for an empty text.
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
	await log.open(round, { key: `feedback ${node.children.length + 1}`, kind: 'feedback', title });
}
