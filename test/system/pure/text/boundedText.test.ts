import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BoundedText } from '../../../../src/system/pure/text/boundedText';

describe('BoundedText', () => {
	const kept = (limit: number, ...pieces: string[]) => {
		const text = new BoundedText(limit);
		for (const piece of pieces) {
			text.add(piece);
		}
		return text.text();
	};

	it('keeps a short text unchanged', () => {
		assert.equal(kept(20, 'one\n', 'two\nth', 'ree'), 'one\ntwo\nthree');
		assert.equal(kept(20), '');
	});

	it('keeps beginning and end of what is long, in whole lines', () => {
		const lines = Array.from({ length: 100 }, (_, at) => `line ${at}\n`);
		assert.match(kept(40, ...lines), /^line 0\nline 1\n\[\d+ characters left out\]\nline 98\nline 99\n$/);
	});

	it('does not grow with what comes in, however it is cut into pieces', () => {
		fc.assert(
			fc.property(fc.array(fc.string({ maxLength: 60 }), { maxLength: 60 }), pieces => {
				const text = kept(100, ...pieces);
				const whole = pieces.join('');
				assert.ok(text.length <= 140);
				assert.ok(whole.length > 100 || text === whole);
			}),
		);
	});
});
