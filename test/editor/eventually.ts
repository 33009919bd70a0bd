import { setTimeout as sleep } from 'node:timers/promises';

/** Less than mocha's limit, so that what never comes is reported where it was waited for, and the test cleans up. */
const limitMs = 50_000;

/** Waits until `probe` answers something. Throws when it never does. */
export async function eventually<T>(probe: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
	for (const startedAt = performance.now(); performance.now() - startedAt < limitMs; ) {
		const found = await probe();
		if (found !== undefined && found !== false) {
			return found;
		}
		await sleep(20);
	}
	throw new Error(`Waited in vain until: ${probe}`);
}
