import assert from 'node:assert/strict';
import { NearCopies } from '../../../bench/mine/nearCopies';

const words = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `word${from + at}`).join(' ');

describe('nearly equal functions', () => {
	const copies = new NearCopies();
	copies.add(words(0, 100));
	copies.add('return this.size;');

	it('are found with few changes, in any layout', () => {
		assert.equal(copies.has(words(0, 100).replaceAll(' ', '\n\t')), true);
		assert.equal(copies.has(words(5, 100)), true);
		// 5 of 96 grams of five contain the word.
		assert.equal(copies.has(words(0, 100).replace('word50', 'other')), true);
	});

	it('are not found above the limit', () => {
		assert.equal(copies.has(words(25, 100)), false);
		assert.equal(copies.has(words(200, 300)), false);
	});

	it('may be shorter than five tokens', () => {
		assert.equal(copies.has('return this.size;'), true);
		assert.equal(copies.has('return 1'), false);
	});

	/** Every pair with a Jaccard index above 0.8 is found: by a comparison with all, for sets of any size. */
	it('are all found', () => {
		for (let size = 6; size < 120; size++) {
			const one = new NearCopies();
			one.add(words(0, size));
			for (let from = 0; from < size - 5; from++) {
				const [nGrams, nShared] = [size - 4, size - 4 - from];
				assert.equal(one.has(words(from, size)), nShared / nGrams > 0.8, `${from} of ${size}`);
			}
		}
	});
});
