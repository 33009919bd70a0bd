import assert from 'node:assert/strict';
import { bestSegments, type PricedLines, type Prices } from '../../../../src/localizer/pure/regions/segments';
import { randomNumbers } from '../../../support/randomNumbers';

describe('bestSegments', () => {
	const priced = (gains: readonly number[]): PricedLines => ({
		startLine: 10,
		gains: Float64Array.from(gains),
		costs: Float64Array.from(gains, () => 1),
	});
	const ranges = (gains: readonly number[], prices: Prices) =>
		bestSegments(priced(gains), prices).map(({ startLine, endLine }) => [startLine, endLine]);

	it('keeps the lines that are worth their price, by the numbers of the file', () => {
		assert.deepEqual(ranges([0, 5, 5, 0, 0, 0, 0, 0, 5], { perCost: 1, perSegment: 1 }), [
			[11, 12],
			[18, 18],
		]);
		assert.deepEqual(ranges([0, 0], { perCost: 1, perSegment: 1 }), []);
		assert.deepEqual(ranges([], { perCost: 1, perSegment: 1 }), []);
	});

	it('joins segments where the lines between cost less than a region of its own', () => {
		assert.deepEqual(ranges([5, 0, 0, 5], { perCost: 1, perSegment: 3 }), [[10, 13]]);
		assert.deepEqual(ranges([5, 0, 0, 5], { perCost: 1, perSegment: 1 }), [
			[10, 10],
			[13, 13],
		]);
	});

	it('is never worse than any choice of lines', () => {
		const random = randomNumbers(7);
		for (let round = 0; round < 200; round++) {
			const gains = Array.from({ length: 8 }, () => random(300) / 100);
			const prices = { perCost: random(200) / 100, perSegment: random(200) / 100 };
			const found = bestSegments(priced(gains), prices).reduce((sum, { value }) => sum + value, 0);
			let best = 0;
			for (let choice = 0; choice < 2 ** gains.length; choice++) {
				const isIn = (at: number) => at >= 0 && (choice >> at) % 2 === 1;
				const values = gains.map((gain, at) =>
					isIn(at) ? gain - prices.perCost - (isIn(at - 1) ? 0 : prices.perSegment) : 0,
				);
				best = Math.max(
					best,
					values.reduce((sum, each) => sum + each, 0),
				);
			}
			assert.ok(Math.abs(found - best) < 1e-9, `${found} instead of ${best} for ${gains}`);
		}
	});
});
