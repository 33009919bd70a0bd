import { setTimeout as sleep } from 'node:timers/promises';
import { usualLimits, watchProgress } from '../support/progress';

/** Less than those of a test, so that what never comes is reported where it was waited for, and the test cleans up. */
const limits = { ...usualLimits, quietMs: usualLimits.quietMs / 2, endlessMs: usualLimits.endlessMs / 2 };

/** Waits until `probe` returns something. Throws when nothing makes progress any more. */
export async function eventually<T>(probe: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
	for (const problem = watchProgress(limits); ; ) {
		const found = await probe();
		if (found !== undefined && found !== false) {
			return found;
		}
		const why = problem();
		if (why !== undefined) {
			throw new Error(`Waited in vain until: ${probe}; ${why}`);
		}
		await sleep(20);
	}
}
