import { type PatchWrite, takenHunks } from '../../../runs/pure/events/patchDecisions';
import type { Run } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import { UserError } from '../../../system/pure/errors/userError';
import { hunkCounts } from '../acceptance/offeredFile';
import type { DeliveredPatch } from './deliveryText';

/** The parts of a run's patches that the user's files contain, according to its log. */
export interface AcceptedPatches {
	readonly patches: readonly DeliveredPatch[];
	/** The writes of each file, oldest first. */
	readonly files: ReadonlyMap<string, readonly PatchWrite[]>;
}

/** Throws `UserError` if nothing is accepted, or a write is not over. */
export function acceptedPatches(run: Pick<Run, 'id' | 'nodes' | 'decisions'>): AcceptedPatches {
	const { decisions } = run;
	if (decisions.unfinished.length > 0) {
		throw new UserError('Changes of this run are being accepted. Wait until that has ended, then try again.');
	}
	const offered = fixOf(run).patches.filter(({ isInFiles }) => !isInFiles);
	const patches = offered.flatMap(({ id, files }) => {
		const taken = takenHunks(decisions, id, hunkCounts(files));
		return taken.nAccepted === 0 ? [] : [{ id, taken }];
	});
	if (patches.length === 0) {
		throw new UserError('Nothing of this run is accepted. Accept changes of a patch first.');
	}
	const files = new Map<string, readonly PatchWrite[]>();
	for (const write of decisions.written) {
		files.set(write.path, [...(files.get(write.path) ?? []), write]);
	}
	return { patches, files };
}
