/** Bytes that a run stores among its artifacts, and the lock for changing files because of its patches. */
export interface FileCopies {
	/** Returns after the bytes are flushed. */
	write(runId: string, name: string, bytes: Uint8Array): Promise<void>;
	/** Throws `UserError` if the run no longer has them. */
	read(runId: string, name: string): Promise<Uint8Array>;
	/** One at a time for a run, in all processes. Throws `UserError` if another process does not finish. */
	exclusive<T>(runId: string, work: () => Promise<T>): Promise<T>;
}
