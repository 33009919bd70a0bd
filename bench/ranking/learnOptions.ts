import type { FitOptions } from './fitModel';
import type { LearnOptions } from './learn';

const fit: FitOptions = { nSteps: 150, rate: 0.05, keep: 1e-2, smooth: 3e-2, shared: 0.3 };
/** What was collected of files and did not pay on the choosing repositories. */
const leftOut = /^(?:folder|size|depth|is |share of)|: (?:share in issue|part of prose|words)$/;

/** Chosen on the pairs of repositories that nothing was learnt from. */
export const learnOptions: LearnOptions = {
	functions: fit,
	files: { ...fit, keep: 3e-2 },
	isUsed: (name, kind) => kind === 'functions' || !leftOut.test(name),
	mostRank: 300,
	// A trace is in one of a hundred pairs: what it counts was measured on issues with traces (README.md).
	first: { functions: { 'fusion: share': 8, 'trace: share': 1 }, files: { 'fusion: share': 8 } },
};
