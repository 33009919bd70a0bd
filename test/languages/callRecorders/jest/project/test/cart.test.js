const { Cart, discount, parse, seen } = require('../lib/cart.js');

describe('Cart', () => {
	beforeEach(() => {
		seen.length = 0;
	});

	it('reduces', async () => {
		expect(await new Cart([20]).total('A')).toBe(10);
	});

	it('reduces again', async () => {
		expect(parse('x')).toBe(0);
		discount('B');
		discount('A');
		expect(await new Cart([30, 5]).total('A')).toBe(25);
	});
});
