import assert from 'node:assert/strict';
import { placesShownWhole } from '../../../../src/models/pure/loop/shownPlaces';
import { searchProject } from '../../../code/pure/search/searchProject';

describe('the code that an answer shows', () => {
	it('has what is shown in full, and nothing of which there is only a signature', async () => {
		const names = ['a', 'b', 'c', 'd'];
		const { ask } = await searchProject(
			Object.fromEntries(names.map(name => [`${name}.py`, 'def f():\n    first()\n    last()\n'])),
		);
		const answer = await ask('search_method', 'f');
		assert.equal(answer.places.length, 4);
		assert.deepEqual(
			placesShownWhole(answer).map(({ file }) => file),
			['a.py', 'b.py', 'c.py'],
		);
	});
});
