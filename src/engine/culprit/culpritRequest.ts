export interface CulpritRequest {
	/** A revision where the test passes. */
	readonly good: string | undefined;
	/** Workspace paths: only commits that change one of them are suspected. */
	readonly paths: readonly string[];
	readonly isFirstParent: boolean;
	/** The test is known to be flaky. */
	readonly isFlaky: boolean;
	/** How many runs at most. */
	readonly maxRuns: number;
	/** Side by side. */
	readonly nJobs: number;
}

/** Runs of a search at most. */
export const usualMaxRuns = 60;

/** How many runs side by side do not disturb each other, by the number of cores. */
export function usualJobs(nCores: number): number {
	return Math.min(mostJobs, Math.max(1, Math.floor(nCores / 2)));
}

const mostJobs = 4;
