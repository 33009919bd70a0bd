import assert from 'node:assert/strict';
import { commitReferences } from '../../../src/history/pure/commitReferences';
import { indexOf } from './historyProject';

describe('commitReferences', () => {
	const cases = [
		['Fixes: 1a2b3c4d5e6f ("net: a title")', 'fixes 1a2b3c4d5e6f'],
		['Regression in 9e9792228a6bb5d6402a5d645bc3be4cf364aefb.', 'regression 9e9792228a6bb5d6402a5d645bc3be4cf364aefb'],
		['This reverts commit 0123abcd0123.', 'reverts 0123abcd0123'],
		['(cherry picked from commit ABCDEF12)', 'backport abcdef12'],
		['Backport of 5d6402a from main', 'backport 5d6402a'],
		['Fixes 12 defaced words, and fixes the facade', ''],
		['Fixes #12345', ''],
	] as const;

	for (const [message, expected] of cases) {
		it(`reads ${JSON.stringify(message)}`, () => {
			assert.equal(
				commitReferences(message)
					.map(({ kind, id }) => `${kind} ${id}`)
					.join(),
				expected,
			);
		});
	}

	it('are found both ways in an index', () => {
		const index = indexOf([
			{ message: 'x\n\nFixes: 00000002abab' },
			{ message: 'y' },
			{ message: 'Revert y\n\nThis reverts commit 00000002ab.' },
		]);
		const [second] = index.find('00000002');
		assert.ok(second);
		assert.deepEqual(
			index.referringTo(second).map(({ from, kind }) => `${from.commit} ${kind}`),
			['0 fixes', '2 reverts'],
		);
		assert.deepEqual(
			index.referencesOf({ at: 0, commit: 0 }).map(({ id }) => id),
			['00000002abab'],
		);
	});
});
