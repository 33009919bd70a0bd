import { counted } from '../counted';
import type { Cap } from './runEvent';

/** "60 requests", "30 minutes". */
export function capText(cap: Cap, limit: number): string {
	switch (cap) {
		case 'requests':
			return counted(limit, 'request');
		case 'tokens':
			return counted(limit, 'token');
		case 'cost':
			return `a cost of ${limit}`;
		case 'time':
			return counted(Math.round(limit / 60_000), 'minute');
		default:
			return String(cap satisfies never);
	}
}
