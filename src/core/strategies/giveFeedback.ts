import { rootNode } from '../model/run';
import type { RunLog } from '../runLog';
import { UserError } from '../util/userError';

/**
 * Begins a branch: what the person says behind a round. The rounds up to that one are shared, those behind it stay as they
 * are; the run then goes on in the new branch. Throws `UserError` for what is no round, or for an empty text.
 */
export async function giveFeedback(log: RunLog, round: string, text: string): Promise<void> {
	const node = log.run.nodes.find(({ id, kind }) => id === round && kind === 'round');
	if (node === undefined || node.state !== 'closed') {
		throw new UserError('Feedback belongs to a round that is done. Choose one in the trajectory.');
	}
	if (text.trim() === '') {
		throw new UserError('There is no feedback yet: say what the model should know.');
	}
	const nBranches = log.run.nodes.filter(({ kind }) => kind === 'branch').length;
	const branch = { parent: rootNode, kind: 'branch', title: text.trim(), after: round } as const;
	await log.emit(`b${nBranches + 1}`, { type: 'nodeOpened', ...branch });
}
