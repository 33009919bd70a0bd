import { describe, expect, it, test } from 'vitest';
import { total } from '../src/cart.js';

const check = (actual, wanted) => expect(actual).toBe(wanted);

describe('Cart', () => {
	describe('adding', () => {
		it('adds', () => check(total([1, 2]), 3));
		it('fails (a.b)?', () => check(total([1, 2]), 4));
		it.skip('later', () => check(1, 2));
	});
	it.each([[1], [2]])('counts %d', count => check(total(Array(count).fill(1)), 1));
});

test('alone', () => check(total([]), 0));
