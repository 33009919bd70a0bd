import { setImmediate } from 'node:timers/promises';

const sliceMs = 10;

/**
 * Lets a long row of small synchronous steps (several times faster than asynchronous ones) share its thread: after each
 * slice of 10 ms everything else that waits gets its turn, and a cancelled signal its effect.
 */
export class Pacer {
	private sliceStart = performance.now();

	async pause(signal?: AbortSignal): Promise<void> {
		if (performance.now() - this.sliceStart > sliceMs) {
			await setImmediate();
			this.sliceStart = performance.now();
		}
		signal?.throwIfAborted();
	}
}
