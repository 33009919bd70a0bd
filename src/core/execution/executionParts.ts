import type { Checkouts, Command, Runner } from '../ports';

/** What running the code of the workspace takes. Whoever hands it over has the person's consent. */
export interface ExecutionParts {
	readonly checkouts: Checkouts;
	readonly runner: Runner;
	/** For one command of a reproducer; two minutes unless given. */
	readonly timeoutMs?: number;
	readonly onOutput?: Command['onOutput'];
	/** A line for the system's shell that runs the project's tests; absent where the person named none. */
	readonly testCommand?: string;
}
