import type { Execution } from '../execution';

/** `failed` includes errors: in the test, in its setup, while it was loaded. */
export type TestOutcome = 'passed' | 'failed' | 'skipped';

/** How one test ended. Plain JSON data. */
export interface TestResult {
	/** The same in each run; the runner accepts it to run only this test: `tests/test_a.py::TestA::test_b`. */
	readonly id: string;
	/** The file that contains it, as a workspace path, if known. */
	readonly file?: string;
	readonly outcome: TestOutcome;
	/** Of a failed one: the error in a few lines. */
	readonly message?: string;
	/** Of a failed test: the runner's output about it, cut to its head and tail. */
	readonly trace?: string;
}

/** The results of one run of tests. */
export interface TestReport {
	/** The program that ran them, as users know it: `pytest`. */
	readonly runner: string;
	/** The command line, for users. */
	readonly command: string;
	/** In the order in which the runner reports them. Each id occurs once. */
	readonly tests: readonly TestResult[];
	/** Only the exit code is known: `tests` is the command itself, as one test. */
	readonly isByExitCode?: true;
	/**
	 * Why the report is not whole, in a sentence: the tests timed out, crashed, could not be loaded, or there are none.
	 * The results in `tests` still count.
	 */
	readonly problem?: string;
	/** Output cut to its head and tail. */
	readonly execution: Execution;
}
