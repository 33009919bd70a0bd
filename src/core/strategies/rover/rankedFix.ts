import { CapReached } from '../../agent/limits/spending';
import { type Run, rootNode } from '../../model/run/run';
import { fixOf } from '../../model/run/runFix';
import { pathTo } from '../../model/run/runTree';
import type { RunLog } from '../../runLog';
import { selectPatches } from '../../stages/select/selectPatches';
import type { ModelContext } from '../strategy';
import { FixSteps } from './fixSteps';
import type { LocateIssue } from './locateIssue';

/**
 * A fix whose patches `write` writes and has judged; afterwards they are ranked. A limit that is reached ends it with the
 * patches so far.
 */
export async function rankedFix(
	log: RunLog,
	context: ModelContext,
	locate: LocateIssue,
	write: (steps: FixSteps) => Promise<void>,
): Promise<void> {
	const steps = await FixSteps.create(log, context, locate);
	let mayVote = true;
	try {
		steps.judging.startPlain();
		await write(steps);
	} catch (error) {
		if (!(error instanceof CapReached)) {
			throw error;
		}
		// What was written until then is ranked and kept.
		await log.once(rootNode, { type: 'noted', text: error.message });
		mayVote = false;
	} finally {
		await steps.dispose();
	}
	const below = branchRoot(log.run);
	await selectPatches(below, fixOf(log.run, below), steps.selection(mayVote));
}

/** Where the branch that is shown begins: patches are ranked within it. */
function branchRoot(run: Run): string {
	return pathTo(run, run.selected.leaf).findLast(({ kind }) => kind === 'feedback')?.id ?? rootNode;
}
