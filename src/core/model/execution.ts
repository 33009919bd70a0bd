/** How a command ended. Plain JSON data. */
export interface Execution {
	/** Decoded; of a long output the beginning and the end, with a line between them that says how much is left out. */
	readonly stdout: string;
	readonly stderr: string;
	/** Null where a signal ended it. */
	readonly exitCode: number | null;
	/** `SIGSEGV`, as the system names it. */
	readonly signal?: string;
	/** It was ended because its time was up. */
	readonly timedOut: boolean;
	readonly durationMs: number;
}
