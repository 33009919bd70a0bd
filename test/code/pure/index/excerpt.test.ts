import assert from 'node:assert/strict';
import fc from 'fast-check';
import { excerpt, mergeRanges } from '../../../../src/code/pure/index/excerpt';

const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
const range = (startLine: number, endLine: number) => ({ startLine, endLine });
const wide = { nLines: 100, nCharacters: 10_000 };

describe('excerpt', () => {
	it('numbers the lines of the ranges, and marks the gap between them', () => {
		assert.deepEqual(excerpt(lines, [range(2, 3), range(7, 7)], wide), {
			text: '2 line 2\n3 line 3\n...\n7 line 7',
			shown: [range(2, 3), range(7, 7)],
			hidden: [],
		});
	});

	it('marks no gap of blank lines alone', () => {
		assert.equal(excerpt(['a', '', ' ', 'b'], [range(1, 1), range(4, 4)], wide).text, '1 a\n4 b');
	});

	it('reports what the limit of lines leaves out', () => {
		assert.deepEqual(excerpt(lines, [range(2, 5), range(9, 12)], { ...wide, nLines: 5 }), {
			text: '2 line 2\n3 line 3\n4 line 4\n5 line 5\n...\n9 line 9',
			shown: [range(2, 5), range(9, 9)],
			hidden: [range(10, 12)],
		});
	});

	it('reports what the limit of characters leaves out, but shows at least one line', () => {
		assert.deepEqual(excerpt(lines, [range(1, 3)], { ...wide, nCharacters: 1 }), {
			text: '1 line 1',
			shown: [range(1, 1)],
			hidden: [range(2, 3)],
		});
	});

	it('shows or reports every requested line of the file, once', () => {
		const anyRange = fc
			.tuple(fc.integer({ min: -3, max: 25 }), fc.nat(8))
			.map(([start, more]) => range(start, start + more));
		fc.assert(
			fc.property(fc.array(anyRange), fc.integer({ min: 1, max: 12 }), (ranges, nLines) => {
				const { text, shown: ranged, hidden } = excerpt(lines, ranges, { ...wide, nLines });
				const shownLines = text.split('\n').filter(line => line !== '' && line !== '...');
				const shown = shownLines.map(line => Number.parseInt(line, 10));
				const nGaps = shown.filter((line, at) => at > 0 && line !== (shown[at - 1] ?? 0) + 1).length;
				assert.equal(text.split('\n').filter(line => line === '...').length, nGaps);
				const omitted = hidden.flatMap(each => numbers(each.startLine, each.endLine));
				const asked = new Set(ranges.flatMap(each => numbers(Math.max(1, each.startLine), Math.min(20, each.endLine))));
				assert.deepEqual(
					[...shown, ...omitted].toSorted((a, b) => a - b),
					[...asked].toSorted((a, b) => a - b),
				);
				const inRanges = ranged.flatMap(each => numbers(each.startLine, each.endLine));
				assert.deepEqual(inRanges, shown);
				assert.ok(shown.length <= nLines);
			}),
		);
	});
});

describe('mergeRanges', () => {
	it('joins what overlaps or touches and cuts at the ends of the file', () => {
		assert.deepEqual(mergeRanges([range(8, 30), range(-2, 1), range(2, 3), range(2, 2), range(5, 6)], 20), [
			range(1, 3),
			range(5, 6),
			range(8, 20),
		]);
	});
});

function numbers(from: number, to: number): number[] {
	return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}
