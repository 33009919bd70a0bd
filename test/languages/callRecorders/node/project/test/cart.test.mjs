import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Cart, discount, parse, seen } from '../lib/cart.cjs';

describe('Cart', () => {
	beforeEach(() => {
		seen.length = 0;
	});

	it('reduces', async () => {
		assert.equal(await new Cart([20]).total('A'), 10);
	});

	it('reduces again', async () => {
		assert.equal(parse('x'), 0);
		discount('B');
		discount('A');
		assert.equal(await new Cart([30, 5]).total('A'), 25);
	});
});
