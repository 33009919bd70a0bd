import assert from 'node:assert/strict';
import { narrowHunks } from '../../../src/history/pure/narrowHunks';

const same = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => ` line ${from + at}`);

describe('narrowHunks', () => {
	it('leaves some lines around each change, with their numbers', () => {
		const lines = [...same(10, 19), '-old', '+new', '+more', ...same(21, 40), '-gone', ...same(42, 50)];
		const pieces = narrowHunks({ head: '@@ -10,41 +12,41 @@ def f(a):', lines }, 3);
		assert.deepEqual(pieces, [
			{
				head: '@@ -17,7 +19,8 @@ def f(a):',
				lines: [...same(17, 19), '-old', '+new', '+more', ...same(21, 23)],
			},
			{ head: '@@ -38,7 +41,6 @@ def f(a):', lines: [...same(38, 40), '-gone', ...same(42, 44)] },
		]);
	});

	it('is one hunk where changes are close to each other', () => {
		const lines = ['-a', ...same(1, 6), '+b', '\\ No newline at end of file'];
		assert.deepEqual(narrowHunks({ head: '@@ -1,7 +1,7 @@', lines }, 3), [{ head: '@@ -1,7 +1,7 @@', lines }]);
	});

	it('keeps a new file, and a head that is of another form', () => {
		const added = { head: '@@ -0,0 +1,2 @@', lines: ['+a', '+b'] };
		assert.deepEqual(narrowHunks(added, 3), [added]);
		const merged = { head: '@@@ -1,2 -1,2 +1,3 @@@', lines: ['++a'] };
		assert.deepEqual(narrowHunks(merged, 3), [merged]);
	});

	it('names the line before an empty range', () => {
		const lines = [...same(1, 4), '+new', ...same(5, 9)];
		assert.deepEqual(narrowHunks({ head: '@@ -1,9 +1,10 @@', lines }, 0), [{ head: '@@ -4,0 +5 @@', lines: ['+new'] }]);
	});
});
