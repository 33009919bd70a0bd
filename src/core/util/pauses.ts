/** How long work may keep a thread from anything else. */
const sliceMs = 50;

/**
 * Returns a function for the steps of a long computation: every 50 ms it lets other tasks of the thread run, so that a
 * signal can be aborted, and it throws the reason of an aborted one.
 */
export function pauses(signal?: AbortSignal): () => Promise<void> {
	let sliceStart = performance.now();
	return async () => {
		if (performance.now() - sliceStart > sliceMs) {
			await new Promise(resolve => setTimeout(resolve));
			sliceStart = performance.now();
		}
		signal?.throwIfAborted();
	};
}
