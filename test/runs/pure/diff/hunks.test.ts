import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hunksBetween, type TextHunk } from '../../../../src/runs/pure/diff/hunksBetween';

/** Texts of few different lines, so that they have much in common, with any line ends and maybe none at the end. */
const line = fc.constantFrom('', 'a', 'b', 'c', '\tif x:', 'ä😀', '\ufeff', 'a '.repeat(50));
const someText = fc
	.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 14 })
	.chain(lines => line.map(last => lines.map(parts => parts.join('')).join('') + last));

describe('hunksBetween', () => {
	it('reports where lines were changed, added and removed', () => {
		assert.deepEqual(hunksBetween('a\nb\nc\nd\n', 'a\nB\nc\n1\n2\nd\n').map(places), [
			{ baseline: [2, 1, 'b\n', 2], current: [2, 1, 'B\n', 2] },
			{ baseline: [4, 0, '', 6], current: [4, 2, '1\n2\n', 6] },
		]);
		assert.deepEqual(hunksBetween('a\nb\n', 'b\n').map(places), [
			{ baseline: [1, 1, 'a\n', 0], current: [1, 0, '', 0] },
		]);
		assert.deepEqual(hunksBetween('a\n', 'a\n'), []);
	});

	it('counts a line end that is missing or another one as a change', () => {
		assert.deepEqual(hunksBetween('a\nb', 'a\nb\n').map(places), [
			{ baseline: [2, 1, 'b', 2], current: [2, 1, 'b\n', 2] },
		]);
		assert.equal(hunksBetween('a\r\nb\r\n', 'a\nb\r\n').length, 1);
	});

	it('leads from one text to the other, whatever they are', () => {
		fc.assert(
			fc.property(someText, someText, (baseline, current) => {
				const hunks = hunksBetween(baseline, current);
				assert.equal(replaced(baseline, hunks, 'baseline', 'current'), current);
				assert.equal(replaced(current, hunks, 'current', 'baseline'), baseline);
			}),
		);
	});

	it('reports an entirely new file as one hunk, in a short time', () => {
		const all = (word: string) => Array.from({ length: 9000 }, (_, at) => `${word} ${at}\n`).join('');
		const [hunk, ...others] = hunksBetween(all('old'), all('new'));
		assert.deepEqual(others, []);
		assert.deepEqual([hunk?.baseline.nLines, hunk?.current.nLines], [9000, 9000]);
	});
});

type Side = 'baseline' | 'current';

function places({ baseline, current }: TextHunk) {
	const place = ({ startLine, nLines, text, offset }: TextHunk[Side]) => [startLine, nLines, text, offset];
	return { baseline: place(baseline), current: place(current) };
}

function replaced(text: string, hunks: readonly TextHunk[], from: Side, to: Side): string {
	return [...hunks].reverse().reduce((so, hunk) => {
		const { offset, text: gone } = hunk[from];
		assert.equal(so.slice(offset, offset + gone.length), gone);
		return so.slice(0, offset) + hunk[to].text + so.slice(offset + gone.length);
	}, text);
}
