import type { FitOptions } from './fitModel';
import type { LearnOptions } from './learn';

const fit: FitOptions = { nSteps: 150, rate: 0.05, keep: 1e-2, smooth: 3e-2, shared: 0.3 };
/** Chosen on the pairs of repositories that nothing was learnt from. */
export const learnOptions: Omit<LearnOptions, 'isUsed'> = {
	functions: fit,
	files: { ...fit, keep: 3e-2 },
	mostRank: 300,
	// A trace is in one of a hundred pairs: what it counts was measured on issues with traces (README.md).
	first: { functions: { 'fusion: share': 8, 'trace: share': 1 }, files: { 'fusion: share': 8 } },
};
