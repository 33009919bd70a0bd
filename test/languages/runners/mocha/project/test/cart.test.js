const assert = require('node:assert/strict');
const { total } = require('../src/cart.js');

const check = (actual, wanted) => assert.equal(actual, wanted);

describe('Cart', () => {
	describe('adding', () => {
		it('adds', () => check(total([1, 2]), 3));
		it('fails (a.b)?', () => check(total([1, 2]), 4));
		it.skip('later', () => check(1, 2));
	});
	for (const count of [1, 2]) {
		it(`counts ${count}`, () => check(total(Array(count).fill(1)), 1));
	}
});

it('alone', () => check(total([]), 0));
