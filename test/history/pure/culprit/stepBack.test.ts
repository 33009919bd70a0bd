import assert from 'node:assert/strict';
import { stepsBack } from '../../../../src/history/pure/culprit/stepBack';

describe('stepsBack', () => {
	it('goes before the 1st, 2nd, 4th, ... commit, then before the last one, then to tags', () => {
		const touching = ['9', '7', '6', '5', '4', '2'];
		const parentOf = (id: string) => (id === '0' ? undefined : String(Number(id) - 1));
		assert.deepEqual(stepsBack(touching, parentOf, ['8', '3', 'x', 'y']), ['8', '6', '4', '1', '3', 'y']);
	});

	it('ends at a commit that has none before it', () => {
		assert.deepEqual(
			stepsBack(['2', '1', '0'], id => ({ 2: '1', 1: '0' })[id], []),
			['1', '0'],
		);
		assert.deepEqual(
			stepsBack([], () => undefined, ['8']),
			['8'],
		);
	});
});
