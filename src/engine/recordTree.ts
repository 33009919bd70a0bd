import { rootNode } from '../runs/pure/fold/run';
import type { RunLog } from '../runs/pure/log/runLog';
import type { PatchedCopy } from '../sandbox/pure/execution/patchedCopy';
import { UserError } from '../system/pure/errors/userError';

/**
 * Records the files that are executed, once for each state of them. Returns their digest; undefined if it is not known, as
 * one cannot be read. Throws the signal's reason.
 */
export async function recordTree(log: RunLog, copy: PatchedCopy, signal: AbortSignal): Promise<string | undefined> {
	try {
		const tree = await copy.tree();
		await log.once(rootNode, { type: 'treeRecorded', tree });
		return tree.sha256;
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof UserError) {
			return undefined;
		}
		throw error;
	}
}
