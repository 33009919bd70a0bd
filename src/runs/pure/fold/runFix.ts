import type { PatchEvaluation } from '../model/imported';
import type { Patch, PatchReview, RankedPatch } from '../model/patch';
import type { Reproducer, ReproducerRun } from '../model/reproducer';
import type { CrashCheck } from '../model/testing/crashCheck';
import type { ValidationRun } from '../model/testing/validation';
import { type Run, rootNode } from './run';
import { newestRanking, nodesOf, subtreeOf } from './runTree';

/** The attempts to fix a bug, and the evidence for and against them; each list oldest first. */
export interface RunFix {
	readonly reproducers: readonly Reproducer[];
	readonly reproducerRuns: readonly ReproducerRun[];
	readonly patches: readonly Patch[];
	readonly reviews: readonly PatchReview[];
	readonly validationRuns: readonly ValidationRun[];
	readonly crashChecks: readonly CrashCheck[];
	/** Verdicts from elsewhere. */
	readonly evaluations: readonly PatchEvaluation[];
	/** Best first; empty while nothing is ranked. */
	readonly ranking: readonly RankedPatch[];
}

/** Patches and their ranking come from the nodes from `below` on; evidence about a patch may come from any node. */
export function fixOf(run: Pick<Run, 'nodes' | 'pickedPatch'>, below: string = rootNode): RunFix {
	const nodes = nodesOf(run);
	const own = below === rootNode ? nodes : subtreeOf(run, below);
	return {
		reproducers: nodes.flatMap(({ reproducers }) => reproducers),
		reproducerRuns: nodes.flatMap(({ reproducerRuns }) => reproducerRuns),
		patches: own.flatMap(({ patches }) => patches),
		reviews: nodes.flatMap(({ reviews }) => reviews),
		validationRuns: nodes.flatMap(({ validationRuns }) => validationRuns),
		crashChecks: nodes.flatMap(({ crashChecks }) => crashChecks),
		evaluations: nodes.flatMap(({ evaluations = [] }) => evaluations),
		ranking: newestRanking(run, below),
	};
}
