import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withLineEnds, withLineEndsOf } from '../../../../src/runs/pure/diff/withLineEnds';

describe('line ends', () => {
	it('stay on lines that stay, and are the usual one on others', () => {
		assert.equal(withLineEndsOf('a\nx\nb\nc', 'a\r\nb\nc\r\nd\r\n'), 'a\r\nx\r\nb\nc');
		assert.equal(withLineEndsOf('a\nb\n', 'a\nb'), 'a\nb\n');
		assert.equal(withLineEndsOf('a\n', ''), 'a\n');
	});

	it('never change the text, nor any of a text that stays', () => {
		const text = fc.array(fc.constantFrom('a', 'b', '\n', '\r\n', 'ä'), { maxLength: 14 }).map(parts => parts.join(''));
		fc.assert(
			fc.property(text, text, (one, other) => {
				assert.equal(withLineEnds(withLineEndsOf(one, other), '\n'), withLineEnds(one, '\n'));
				assert.equal(withLineEndsOf(withLineEnds(one, '\n'), one), one);
			}),
		);
	});
});
