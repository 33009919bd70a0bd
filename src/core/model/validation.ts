import type { Execution } from './execution';

/**
 * The result of the project's tests. `passed`: they pass. `failed`: they fail; with a patch, they pass without it.
 * `unclear`: they fail with and without the patch, or the outcome differs from run to run.
 */
export type ValidationVerdict = 'passed' | 'failed' | 'unclear';

/** One run of the project's tests, without a patch or with one. */
export interface ValidationRun {
	/** A line for the system's shell. */
	readonly command: string;
	/** Id of the patch that was applied. */
	readonly patch?: string;
	readonly verdict: ValidationVerdict;
	/** Output cut to its head and tail. */
	readonly execution: Execution;
	/** The reason for this verdict: one sentence for users and models. */
	readonly why: string;
}
