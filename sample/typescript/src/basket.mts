import { type Coupon, reductionOf } from './coupon.mts';

/** One line of a basket; prices in cents. */
export interface Item {
	readonly name: string;
	readonly price: number;
	readonly quantity: number;
}

/** What a customer pays for a basket, in cents, after all coupons. */
export function priceOf(items: readonly Item[], coupons: readonly Coupon[]): number {
	const full = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
	return coupons.reduce((price, coupon) => price - reductionOf(coupon, full), full);
}
