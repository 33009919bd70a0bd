import type { ExecutionParts } from '../../execution/executionParts';
import type { LocateParts } from '../../stages/locate/agent/locateParts';

/** What fixing takes besides locating. */
export interface FixParts extends LocateParts {
	/** Undefined where nothing may be run: patches are then written and not judged. */
	readonly execution: ExecutionParts | undefined;
	/** How many candidates are written. */
	readonly nCandidates: number;
}
