import assert from 'node:assert/strict';
import { confidence } from '../../../../src/runs/pure/model/confidence';

describe('confidence', () => {
	function inWords(...scores: readonly number[]): string[] {
		const locations = scores.map(score => ({ score }));
		return locations.map(location => confidence(location, { locations }));
	}

	it('compares with the most suspicious of the run', () => {
		const expected = ['most suspicious', 'most suspicious', 'very suspicious', 'suspicious', 'slightly suspicious'];
		assert.deepEqual(inWords(0.86, 0.85, 0.75, 0.6, 0.1), expected);
		assert.deepEqual(inWords(0.086, 0.085, 0.075, 0.06, 0.01), expected);
	});

	it('is only "less likely" for a location that is folded', () => {
		const locations = [{ score: 0.9 }, { score: 0.89, lessLikely: true as const }];
		assert.deepEqual(
			locations.map(location => confidence(location, { locations })),
			['most suspicious', 'less likely'],
		);
	});

	it('has words for a single location and for scores of nothing', () => {
		assert.deepEqual(inWords(0.01), ['most suspicious']);
		assert.deepEqual(inWords(0, 0), ['most suspicious', 'most suspicious']);
	});

	it('states a likelihood where one was measured, whatever the others have', () => {
		const locations = [0.7, 0.4, 0.2, 0.05].map(likelihood => ({ score: 0.5, likelihood }));
		assert.deepEqual(
			locations.map(location => confidence(location, { locations })),
			['very likely', 'likely', 'possible', 'a guess'],
		);
		assert.equal(confidence({ score: 1, likelihood: 0.7, lessLikely: true }, { locations }), 'less likely');
	});
});
