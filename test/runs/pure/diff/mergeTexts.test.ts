import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergeTexts } from '../../../../src/runs/pure/diff/mergeTexts';

const base = 'one\ntwo\nthree\nfour\nfive\n';

describe('mergeTexts', () => {
	it('puts changes of both together where they are apart', () => {
		const merged = mergeTexts(base, { mine: base.replace('one', 'ONE'), theirs: `${base}six` }, 'mine');
		assert.deepEqual(merged, { text: 'ONE\ntwo\nthree\nfour\nfive\nsix', conflicts: [] });
	});

	it('reports where both changed the same lines, and writes the requested side', () => {
		const sides = { mine: `zero\n${base}`.replace('three', 'drei'), theirs: base.replace('three', 'trois') };
		const merged = mergeTexts(base, sides, 'mine');
		assert.deepEqual(merged.conflicts, [{ startLine: 4, base: 'three\n', mine: 'drei\n', theirs: 'trois\n' }]);
		assert.equal(merged.text, sides.mine);
		assert.equal(mergeTexts(base, sides, 'theirs').text, `zero\n${sides.theirs}`);
	});

	it('takes the same change of both for no conflict', () => {
		const changed = base.replace('two', 'deux');
		assert.deepEqual(mergeTexts(base, { mine: changed, theirs: changed }, 'mine'), { text: changed, conflicts: [] });
	});

	it('takes the other side where one has not changed, whatever the texts', () => {
		const text = fc.array(fc.constantFrom('a\n', 'b\n', '\r\n', 'ä\r\n')).map(lines => `${lines.join('')}end`);
		fc.assert(
			fc.property(text, text, (before, after) => {
				assert.equal(mergeTexts(before, { mine: before, theirs: after }, 'mine').text, after);
				assert.equal(mergeTexts(before, { mine: after, theirs: before }, 'theirs').text, after);
			}),
		);
	});

	it('is done soon with a long file of lines that are all alike', () => {
		const long = '}\n'.repeat(60_000);
		const merged = mergeTexts(long, { mine: `first\n${long}`, theirs: `first\n${long}` }, 'mine');
		assert.equal(merged.text.length, long.length + 6);
	});
});
