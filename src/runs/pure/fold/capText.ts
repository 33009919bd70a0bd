import { counted, grouped } from '../../../system/pure/text/counted';
import type { Cap } from '../events/runEvent';
import type { UsedCap } from './spent';

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

/** `52 of 60 requests` */
export function usedText({ cap, limit, used }: UsedCap): string {
	return `${amountText(cap, used)} of ${capText(cap, limit)}`;
}

/** `60`, `500,000`, `25` (minutes). */
export function amountText(cap: Cap, amount: number): string {
	switch (cap) {
		case 'time':
			return String(Math.round(amount / 60_000));
		case 'cost':
			return moneyText(amount);
		default:
			return grouped(amount);
	}
}

/** In the currency of the prices, which the setting does not name. */
export function moneyText(amount: number): string {
	return amount >= 1 ? amount.toFixed(2) : String(Number(amount.toPrecision(2)));
}
