import type { LocateParts } from '../../stages/locate/agent/locateParts';
import type { ExecutionParts } from '../../stages/reproduce/reproducerRuns';

/** What fixing takes besides locating. */
export interface FixParts extends LocateParts {
	/** Undefined where nothing may be run: patches are then written and not judged. */
	readonly execution: ExecutionParts | undefined;
	/** How many patches are written where none can be judged. */
	readonly nCandidates: number;
}
