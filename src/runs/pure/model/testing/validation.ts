import type { Execution } from '../execution';
import type { PatchReview } from '../patch';
import { shortened } from '../shortened';
import type { TestFindings } from './testFindings';

/**
 * The result of the project's tests. Without a patch, `passed`: all pass, `failed`: none does, `unclear`: some do. With
 * one, `passed`: those that pass without it pass with it; `failed`: it breaks some; `unclear`: none can be compared,
 * because they fail without it as well, or their outcome differs from run to run.
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
	/** By name; absent in older runs. */
	readonly tests?: TestFindings;
	/** With a patch: how the tests end without it and with it. */
	readonly outcomes?: { readonly before: TestOutcomes; readonly after: TestOutcomes };
	/** The digest of the files without the patch: see `ExecutedTree`. */
	readonly tree?: string;
}

/** Tests by how they end, by name. */
export interface TestOutcomes {
	readonly passed: readonly string[];
	readonly failed: readonly string[];
	readonly skipped: readonly string[];
	/** How many more are not named. */
	readonly nMore?: number;
}

/**
 * The number of tests that speak against a patch: those it breaks, without those of which its reviewer confirms that they
 * assert what the issue reports as wrong.
 */
export function nBrokenBy(
	{ verdict, tests }: ValidationRun,
	review: Pick<PatchReview, 'wrongTests'> | undefined,
): number {
	const nWrong = review?.wrongTests?.length ?? 0;
	return verdict === 'failed' ? Math.max(0, (tests?.nBroken ?? 1) - nWrong) : 0;
}

/** Whether the shell could not run the command, or found no such program: the exit codes of POSIX, and of Windows. */
export function couldNotStart({ exitCode }: Pick<Execution, 'exitCode'>): boolean {
	return exitCode === 126 || exitCode === 127 || exitCode === 9009;
}

/** Why the tests fail without a patch; if none passes, followed by their last lines; '' if all pass. */
export function failedPlainText({ verdict, why, execution }: ValidationRun): string {
	return verdict === 'passed' ? '' : `${why}\n${verdict === 'failed' ? lastLines(execution) : ''}`.trimEnd();
}

const nLastLines = 8;
const lineLength = 300;

/** The last lines of both outputs, in which test runners and shells report failures; '' for no output. */
export function lastLines({ stdout, stderr }: Pick<Execution, 'stdout' | 'stderr'>): string {
	return [stdout, stderr]
		.flatMap(text => text.trimEnd().split('\n').slice(-nLastLines))
		.filter(line => line.trim() !== '')
		.map(line => shortened(line.trimEnd(), lineLength))
		.join('\n');
}
