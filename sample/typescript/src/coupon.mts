/** Takes an amount off, in cents, or a part of the full price, in per cent. */
export type Coupon =
	| { readonly kind: 'amount'; readonly code: string; readonly cents: number }
	| { readonly kind: 'percent'; readonly code: string; readonly percent: number };

/** What a coupon takes off a full price; amounts do not depend on it. */
export function reductionOf(coupon: Coupon, full: number): number {
	return coupon.kind === 'amount' ? coupon.cents : Math.round((full * coupon.percent) / 100);
}
