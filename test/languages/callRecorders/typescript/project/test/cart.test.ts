import { beforeEach, describe, expect, it } from 'vitest';
import { Cart, discount, seen } from '../lib/cart';

describe('Cart', () => {
	beforeEach(() => {
		seen.length = 0;
	});
	it('reduces', () => {
		expect(new Cart([{ price: 20 }]).total('A')).toBe(10);
	});
	it('reduces again', () => {
		discount('A');
		expect(new Cart([{ price: 30 }, { price: 5 }]).total('A')).toBe(25);
	});
});
