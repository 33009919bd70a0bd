import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `probe` answers something; mocha's time limit ends what never comes. */
export async function eventually<T>(probe: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
	for (;;) {
		const found = await probe();
		if (found !== undefined && found !== false) {
			return found;
		}
		await sleep(20);
	}
}
