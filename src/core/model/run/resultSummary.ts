import { patchCandidates } from './patchCandidates';
import type { Run } from './run';
import type { ResultSummary } from './runEvent';
import { fixOf } from './runFix';

/** What a list of runs shows of a run: its patches are those that no other replaces, as in every view. */
export function resultSummary(run: Run): ResultSummary {
	const { title, engine, selected } = run;
	return {
		title,
		engine,
		nLocations: selected.locations.length,
		nPatches: patchCandidates(fixOf(run)).length,
		isProvisional: selected.isProvisional,
	};
}
