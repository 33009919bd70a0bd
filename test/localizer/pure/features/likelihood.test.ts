import assert from 'node:assert/strict';
import { likelihoodAt, sharesOf } from '../../../../src/localizer/pure/features/likelihood';

describe('the likelihood of a score', () => {
	it('is read from the share in all scores, straight between two points', () => {
		const curve = { shares: [0.1, 0.3, 0.5], likelihoods: [0, 0.2, 0.6] };
		const likelihoods = [0, 0.1, 0.2, 0.4, 0.5, 1].map(share => Math.round(likelihoodAt(curve, share) * 1e6) / 1e6);
		assert.deepEqual(likelihoods, [0, 0, 0.1, 0.4, 0.6, 0.6]);
	});

	it('is 0 where nothing was measured', () => {
		assert.equal(likelihoodAt({ shares: [], likelihoods: [] }, 0.5), 0);
	});

	it('depends on differences of scores alone', () => {
		const [low, high] = [sharesOf(Float64Array.of(0, Math.log(3))), sharesOf(Float64Array.of(900, 900 + Math.log(3)))];
		assert.ok(Math.abs((low[1] ?? 0) - 0.75) < 1e-12);
		assert.ok(Math.abs((high[1] ?? 0) - 0.75) < 1e-9);
	});
});
