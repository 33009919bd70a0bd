import { UserError } from '../../../system/pure/errors/userError';
import { rootNode } from '../fold/run';
import type { RunLog } from './runLog';

/** Gives a run another title, on one line; its issue keeps its own. Throws `UserError` for a title without text. */
export async function renameRun(log: RunLog, title: string): Promise<void> {
	const line = title.replaceAll(/\s+/g, ' ').trim();
	if (line === '') {
		throw new UserError('A run needs a title: give it one.');
	}
	if (line !== log.run.title) {
		await log.emit(rootNode, { type: 'runRenamed', title: line });
	}
}
