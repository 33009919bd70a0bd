import type { Run } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import { leavesOf, nodesOf, roundsOf } from '../../../runs/pure/fold/runTree';
import { costOf, type Price } from '../../../runs/pure/fold/spent';
import { counted } from '../../../system/pure/text/counted';

/** The actions of a run and its resources. */
export interface RunMetrics {
	readonly nRounds: number;
	readonly nToolCalls: number;
	readonly nRequests: number;
	readonly inputTokens: number;
	/** Of them, from the server's cache. */
	readonly cachedTokens: number;
	readonly outputTokens: number;
	/** The server did not count all of them. */
	readonly isEstimated: boolean;
	/** Runs of reproducers, of tests, and of the project's own commands. */
	readonly nExecutions: number;
	readonly nPatches: number;
	/** Paths of the run tree that end in a result. */
	readonly nBranches: number;
	/** In the currency of the prices; absent if none are known. */
	readonly cost?: number;
}

/** `price`: for the run's model, if known. */
export function runMetrics(run: Run, price?: Price): RunMetrics {
	const { usage, nRequests } = run;
	const nodes = nodesOf(run);
	const fix = fixOf(run);
	return {
		nRounds: roundsOf(run).length,
		nToolCalls: nodes.reduce((sum, { calls }) => sum + calls.length, 0),
		nRequests,
		...usage,
		nExecutions: fix.reproducerRuns.length + fix.validationRuns.length + fix.crashChecks.length,
		nPatches: fix.patches.length,
		nBranches: leavesOf(run).length,
		...(price !== undefined && { cost: costOf(usage, price) }),
	};
}

/** `3 rounds`, `12 s of work`, for users; zero counts are left out. */
export function metricTexts({ activeMs }: Pick<Run, 'activeMs'>, metrics: RunMetrics): string[] {
	const { nRounds, nToolCalls, nExecutions, nPatches, nBranches, cost } = metrics;
	return [
		counted(nRounds, 'round'),
		counted(nToolCalls, 'tool call'),
		...(nExecutions === 0 ? [] : [counted(nExecutions, 'execution')]),
		...(nPatches === 0 ? [] : [counted(nPatches, 'written patch', 'written patches')]),
		...(nBranches < 2 ? [] : [counted(nBranches, 'branch', 'branches')]),
		`${Math.round(activeMs / 1000)} s of work`,
		...(cost === undefined ? [] : [`a cost of ${cost.toFixed(2)}`]),
	];
}
