/** How a command ended. Plain JSON data. */
export interface Execution {
	/**
	 * Decoded. A long output is cut to its beginning and end, with a line between them that gives the number of omitted
	 * characters.
	 */
	readonly stdout: string;
	readonly stderr: string;
	/** Null if a signal ended it. */
	readonly exitCode: number | null;
	/** `SIGSEGV`, as the system names it. */
	readonly signal?: string;
	/** It was terminated because it timed out. */
	readonly timedOut: boolean;
	/** It was terminated because it used too much, in words that continue "It used": `more than 256 processes`. */
	readonly exceeded?: string;
	readonly durationMs: number;
}
