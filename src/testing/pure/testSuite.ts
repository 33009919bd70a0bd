import type { TestReport } from '../../runs/pure/model/testing/testReport';
import type { Checkout } from '../../sandbox/pure/execution/checkouts';
import type { Command } from '../../sandbox/pure/execution/runner';
import type { Progress } from '../../system/pure/progress';

/** The tests of a project, with a runner that can run them. */
export interface TestSuite {
	/** As users know it: `pytest`; for a command of the user, the command. */
	readonly name: string;
	/** False if it only knows all of its tests. */
	readonly selects: boolean;
	/**
	 * Runs tests in a checkout. Never rejects because of the tests' behavior: tests that fail, crash or time out are
	 * results. Throws `ProgramMissingError` if the runner is not installed, and the signal's reason.
	 */
	run(checkout: Checkout, selection: TestSelection, options: TestRunOptions): Promise<TestReport>;
}

/** Which tests to run: all, those in some files, or some by their ids. A suite that only knows all runs all. */
export type TestSelection = 'all' | { readonly files: readonly string[] } | { readonly tests: readonly string[] };

export interface TestRunOptions {
	/** For all of them together; tests that ran in time count. */
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
	readonly onOutput?: Command['onOutput'];
	/** How many tests have ended, if the runner reports that while they run. */
	readonly onProgress?: (progress: Progress) => void;
}
