import assert from 'node:assert/strict';
import { headAndTail } from '../../../../src/sandbox/pure/execution/patchedCopy';

describe('headAndTail', () => {
	const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');

	it('leaves a short text unchanged, except for line ends', () => {
		assert.equal(headAndTail('one\r\ntwo\n'), 'one\ntwo');
		assert.equal(headAndTail(lines(101)).split('\n').length, 101);
		assert.equal(headAndTail(''), '');
	});

	it('keeps the first and the last lines of a long one, and states how many are left out', () => {
		const short = headAndTail(lines(1000), { lines: 4, lineLength: 100 });
		assert.equal(short, 'line 1\nline 2\n[996 lines left out]\nline 999\nline 1000');
	});

	it('shortens lines nobody reads', () => {
		assert.equal(
			headAndTail(`${'x'.repeat(15)}\n`, { lines: 4, lineLength: 10 }),
			'xxxxxxxxxx [5 characters left out]',
		);
	});
});
