import type { Checkouts } from './checkouts';
import type { OwnCommands } from './ownCommands';
import type { Command, Runner } from './runner';

/** The dependencies for running the code of the workspace. Handed over only with the consent of the user. */
export interface ExecutionDeps {
	readonly checkouts: Checkouts;
	readonly runner: Runner;
	/** For one command of a reproducer; two minutes unless given. */
	readonly timeoutMs?: number;
	readonly onOutput?: Command['onOutput'];
	/** Interpreters of the project, by the name of the one each replaces: `node`. */
	readonly interpreters?: ReadonlyMap<string, string>;
	/** A line for the system's shell that runs the project's tests; absent if none is set. */
	readonly testCommand?: string;
	/** How the project is built and the bug is reproduced; absent if neither command is set. */
	readonly ownCommands?: OwnCommands;
	/** The user does not want the project's tests to be run. */
	readonly skipsTests?: true;
	/** For one run of the project's tests; `usualTestTimeoutMs` for a command of the user, less for selected tests. */
	readonly testTimeoutMs?: number;
	/** For measuring the code that tests execute. */
	readonly coverageTimeoutMs?: number;
}

export const usualTestTimeoutMs = 900_000;
export const usualCoverageTimeoutMs = 300_000;
