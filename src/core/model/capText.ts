import type { Cap } from './runEvent';

/** "60 requests", "30 minutes". */
export function capText(cap: Cap, limit: number): string {
	switch (cap) {
		case 'requests':
			return `${limit} requests`;
		case 'tokens':
			return `${limit.toLocaleString('en')} tokens`;
		case 'cost':
			return `a cost of ${limit}`;
		case 'time':
			return `${Math.round(limit / 60_000)} minutes`;
		default:
			return String(cap satisfies never);
	}
}
