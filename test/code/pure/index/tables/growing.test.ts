import assert from 'node:assert/strict';
import { Growing, GrowingNarrow } from '../../../../../src/code/pure/index/tables/growing';
import { StringPool } from '../../../../../src/code/pure/index/tables/stringTable';

describe('arrays that grow', () => {
	it('keep their numbers, however many', () => {
		const large = new Growing(new Uint32Array());
		const narrow = new GrowingNarrow();
		for (let at = 0; at < 2_000_000; at++) {
			large.push(at * 3);
			narrow.push(at < 1_500_000 ? at % 200 : at);
		}
		const [numbers, others] = [large.finish(), narrow.finish()];
		assert.deepEqual([numbers.length, others.length], [2_000_000, 2_000_000]);
		assert.ok(numbers.every((number, at) => number === at * 3));
		assert.ok(others.every((number, at) => number === (at < 1_500_000 ? at % 200 : at)));
		assert.equal(numbers.buffer.resizable, false, 'it can be sent to another process');
	});

	it('hold strings of any length', () => {
		const pool = new StringPool();
		const text = 'ä name of some length '.repeat(10);
		const numbers = Array.from({ length: 20_000 }, (_, at) => pool.add(text + at));
		assert.ok(numbers.every((number, at) => pool.at(number) === text + at));
		assert.deepEqual(
			numbers.map((_, at) => pool.add(text + at)),
			numbers,
		);
	});
});
