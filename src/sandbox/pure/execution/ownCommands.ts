/** The project's own commands to build it and to reproduce the bug; each a line for the system's shell. */
export interface OwnCommands {
	/** `{files}` and `{objects}` in it are the changed files, see `CrashChecks`. */
	readonly build?: string;
	/** Ends with an exit code other than 0, prints a crash report or hangs if the bug occurs. */
	readonly reproduce?: string;
	/** How often the latter runs side by side, as crashes may be racy; `usualRuns` unless given. */
	readonly nRuns?: number;
	/** For the whole build; `usualBuildTimeoutMs` unless given. */
	readonly buildTimeoutMs?: number;
	/** For one run of the reproducer command; `usualCrashTimeoutMs` unless given. */
	readonly timeoutMs?: number;
}

/** The settings of Code Researcher's evaluation (kGym): four machines, ten minutes each. */
export const usualRuns = 4;
export const usualCrashTimeoutMs = 600_000;
export const usualBuildTimeoutMs = 3_600_000;
