import assert from 'node:assert/strict';
import test, { describe, it } from 'node:test';
import { total } from '../src/cart.mjs';

describe('Cart', () => {
	describe('adding', () => {
		it('adds', () => assert.equal(total([1, 2]), 3));
		it('fails (a.b)?', () => assert.equal(total([1, 2]), 4));
		it.skip('later', () => assert.fail());
	});
	for (const count of [1, 2]) {
		it(`counts ${count}`, () => assert.equal(total(Array(count).fill(1)), 1));
	}
});

test('with parts', async t => {
	await t.test('part', () => assert.fail('part of it'));
});
