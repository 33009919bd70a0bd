import assert from 'node:assert/strict';
import fc from 'fast-check';
import { beforeDiff } from '../../../../src/runs/pure/diff/beforeDiff';
import { parseDiff } from '../../../../src/runs/pure/diff/parseDiff';
import { printDiff } from '../../../../src/runs/pure/diff/printDiff';

/** Few different lines, so that a hunk fits in several places. */
const texts = fc
	.array(fc.constantFrom('a', 'b', '', '}'), { maxLength: 40 })
	.chain(lines => fc.constantFrom('', '\n').map(end => (lines.length === 0 ? '' : lines.join('\n') + end)));

describe('the text before a diff', () => {
	it('is what the diff was made from, also where a hunk fits in several places', () => {
		fc.assert(
			fc.property(texts, texts, (before, after) => {
				fc.pre(before !== after && before !== '' && after !== '');
				const [diff] = parseDiff(printDiff([{ path: 'a', before, after }]));
				assert.ok(diff);
				assert.equal(beforeDiff(after, diff), before);
			}),
			{ numRuns: 1000 },
		);
	});

	it('is that of a deleted file, and nothing for a new one', () => {
		const [deleted] = parseDiff(printDiff([{ path: 'a', before: 'one\ntwo\n' }]));
		const [added] = parseDiff(printDiff([{ path: 'a', after: 'one\ntwo\n' }]));
		assert.ok(deleted && added);
		assert.equal(beforeDiff('', deleted), 'one\ntwo\n');
		assert.equal(beforeDiff('one\ntwo\n', added), '');
	});

	it('is not known where the text is not what the diff led to', () => {
		const [diff] = parseDiff(printDiff([{ path: 'a', before: 'one\n', after: 'two\n' }]));
		assert.ok(diff);
		assert.equal(beforeDiff('three\n', diff), undefined);
	});
});
