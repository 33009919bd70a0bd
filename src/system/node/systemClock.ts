import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../pure/clock';

export const systemClock: Clock = {
	now: () => Date.now(),
	wait: async (ms, signal) => {
		await wait(ms, undefined, { signal });
	},
};

/** Milliseconds since 1970 in the form of ISO 8601, in UTC. */
export function isoTime(ms: number): string {
	return new Date(ms).toISOString();
}

/** `2026-11-29`, in UTC; `ms` since 1970. */
export function dateText(ms: number): string {
	return new Date(ms).toISOString().slice(0, 10);
}
