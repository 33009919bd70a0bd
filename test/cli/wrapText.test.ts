import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wrapText } from '../../src/cli/output/runText';

describe('wrapText', () => {
	it('breaks between words, indents, and leaves longer words whole', () => {
		assert.deepEqual(wrapText(' one two  three\nfour ', { columns: 9 }), ['one two', 'three', 'four']);
		assert.deepEqual(wrapText('one unbreakable two', { columns: 7, indent: '  ' }), [
			'  one',
			'  unbreakable',
			'  two',
		]);
		assert.deepEqual(wrapText(' \n', { columns: 9 }), []);
	});

	it('keeps every word, in lines that are no longer than asked unless one word is', () => {
		fc.assert(
			fc.property(fc.array(fc.stringMatching(/^\w{1,12}$/)), fc.integer({ min: 1, max: 40 }), (words, columns) => {
				const lines = wrapText(words.join(' '), { columns });
				assert.deepEqual(
					lines.flatMap(line => line.split(' ')),
					words,
				);
				assert.ok(lines.every(line => line.length <= columns || !line.includes(' ')));
			}),
		);
	});
});
