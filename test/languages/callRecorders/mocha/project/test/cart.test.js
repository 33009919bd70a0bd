const assert = require('node:assert/strict');
const { Cart, discount, parse, seen } = require('../lib/cart.js');

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
