import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../core/ports';

export const systemClock: Clock = {
	now: () => Date.now(),
	wait: async (ms, signal) => {
		await wait(ms, undefined, { signal });
	},
};
