import type { CommitOutcome } from '../../history/pure/culprit/culpritPosterior';
import type { Checkout } from '../../sandbox/pure/execution/checkouts';
import type { ExecutedLines } from '../../testing/pure/coverage/testCoverage';

/** How a test or a reproducer ended at a commit. */
export interface OracleRun {
	readonly outcome: CommitOutcome;
	/** One sentence for the user. */
	readonly why: string;
	/** It is about the machine, such as a missing program or a time limit, not about the commit: it is not kept. */
	readonly isOfMachine?: true;
}

/** What decides at each commit whether the bug is there: a test or a reproducer as it is now. */
export interface Oracle {
	/** For the user. */
	readonly name: string;
	/** Anything its outcomes depend on, except the commit: outcomes of equal ones are comparable. */
	readonly key: string;
	/** Workspace paths of the files that are as they are now at each commit. */
	readonly files: readonly string[];
	/** What it printed when it failed now. */
	readonly output: string;
	/** Runs it in a copy of a commit. Throws the signal's reason. */
	at(checkout: Checkout, signal: AbortSignal): Promise<OracleRun>;
	/** Records what it executes in a copy of the workspace as it is now; undefined if that is not possible. */
	executed(checkout: Checkout, signal: AbortSignal): Promise<ExecutedLines | undefined>;
}
