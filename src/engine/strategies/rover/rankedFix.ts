import { CapReached } from '../../../models/pure/limits/spending';
import { rootNode } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import { branchRoot } from '../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../runs/pure/log/runLog';
import { selectPatches } from '../../stages/select/selectPatches';
import type { ModelContext } from '../strategy';
import { FixEvidence } from './fixEvidence';

/**
 * A fix whose patches `write` writes and has judged; afterwards they are ranked. A limit that is reached ends it with the
 * patches so far.
 */
export async function rankedFix(
	log: RunLog,
	context: ModelContext,
	write: (evidence: FixEvidence) => Promise<void>,
): Promise<void> {
	const evidence = await FixEvidence.create(log, context);
	let mayVote = true;
	try {
		evidence.judging.startPlain();
		await write(evidence);
	} catch (error) {
		if (!(error instanceof CapReached)) {
			throw error;
		}
		// The patches written until then are ranked and kept.
		await log.once(rootNode, { type: 'noted', text: error.message });
		mayVote = false;
	} finally {
		await evidence.dispose();
	}
	// Patches are ranked within the branch that is shown.
	const below = branchRoot(log.run);
	await selectPatches(below, fixOf(log.run, below), evidence.selection(mayVote));
}
