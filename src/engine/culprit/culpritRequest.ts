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
