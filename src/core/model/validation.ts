import type { Execution } from './execution';

/**
 * What the project's tests say. `passed`: they end well. `failed`: they do not, and with a patch: they do without it.
 * `unclear`: with and without the patch they fail, or the outcome differs from run to run.
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
	/** One sentence for a person and a model: why this verdict. */
	readonly why: string;
}
