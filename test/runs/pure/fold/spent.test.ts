import assert from 'node:assert/strict';
import { emptyRun, type Run } from '../../../../src/runs/pure/fold/run';
import { costOf, highestPrice, nearCap, spentOf } from '../../../../src/runs/pure/fold/spent';

const usage = { inputTokens: 1_000_000, cachedTokens: 400_000, outputTokens: 100_000, isEstimated: false };
const run: Run = { ...emptyRun, usage, nRequests: 7, activeMs: 1_000, activeSince: 5_000 };

describe('spentOf', () => {
	it('counts what can be capped, with the time of a running run up to now', () => {
		const price = { input: 2, cachedInput: 0.5, output: 8 };
		assert.deepEqual(spentOf(run, 6_500, price), { requests: 7, tokens: 1_100_000, cost: 2.2, time: 2_500 });
	});

	it('does not count time in which a run is paused, nor an unknown cost', () => {
		assert.deepEqual(spentOf({ ...run, state: 'paused' }, 99_000, undefined), {
			...{ requests: 7, tokens: 1_100_000 },
			...{ cost: 0, time: 1_000 },
		});
	});
});

describe('costOf', () => {
	it('takes the full price for cached input where no other is known', () => {
		assert.equal(costOf(usage, { input: 2, output: 8 }), 2.8);
	});
});

describe('highestPrice', () => {
	it('is the highest of each price, and none where none is known', () => {
		assert.equal(highestPrice([undefined]), undefined);
		const prices = [{ input: 2, cachedInput: 0.5, output: 8 }, undefined, { input: 1, output: 9 }];
		assert.deepEqual(highestPrice(prices), { input: 2, cachedInput: 1, output: 9 });
	});
});

describe('nearCap', () => {
	const limits = { caps: { requests: 60, tokens: 500_000_000, time: 1_800_000 } };

	it('is undefined before four fifths of a cap are used', () => {
		assert.equal(nearCap({ ...run, nRequests: 47 }, 0, limits), undefined);
		assert.deepEqual(nearCap({ ...run, nRequests: 48 }, 0, limits), { cap: 'requests', limit: 60, used: 48 });
	});

	it('uses the limit the user raised', () => {
		assert.equal(nearCap({ ...run, nRequests: 60, caps: { requests: 120 } }, 0, limits), undefined);
	});

	it('is the cap that is used most', () => {
		const near = { ...run, nRequests: 50, activeMs: 1_740_000, state: 'paused' } as const;
		assert.equal(nearCap(near, 0, limits)?.cap, 'time');
	});

	it('counts the cost where a price is known, and is undefined without a limit', () => {
		const price = { input: 2, cachedInput: 0.5, output: 8 };
		assert.equal(nearCap(run, 0, { caps: { cost: 2.5 }, price })?.cap, 'cost');
		assert.equal(nearCap({ ...run, nRequests: 5000 }, 0, { caps: {} }), undefined);
	});
});
