export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Resolves after this many milliseconds; rejects with the signal's reason when aborted. */
	wait(ms: number, signal: AbortSignal): Promise<void>;
}
