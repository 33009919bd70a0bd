import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shiftLines, shiftOfDiff } from '../../src/editor/currentRun/trackedLocations';

/** Applies an edit to lines of text, as an editor does. */
function applyEdit(lines: readonly string[], from: [number, number], to: [number, number], text: string): string[] {
	const before = [...lines.slice(0, from[0]), (lines[from[0]] ?? '').slice(0, from[1])].join('\n');
	const after = [(lines[to[0]] ?? '').slice(to[1]), ...lines.slice(to[0] + 1)].join('\n');
	return `${before}${text}${after}`.split('\n');
}

describe('shiftLines', () => {
	const at = { startLine: 5, endLine: 8 };
	const cases: readonly [
		what: string,
		from: [number, number],
		to: [number, number],
		text: string,
		expected: [number, number],
	][] = [
		['a line added above', [0, 0], [0, 0], '\n', [6, 9]],
		['a line added just above', [4, 0], [4, 0], 'new\n', [6, 9]],
		['the line above deleted', [3, 0], [4, 0], '', [4, 7]],
		['the line above joined to the first', [3, 3], [4, 0], '', [4, 7]],
		['typing on the first line', [4, 2], [4, 2], 'x', [5, 8]],
		['the first line split', [4, 2], [4, 2], '\n', [5, 9]],
		['a line added inside', [5, 0], [5, 0], 'new\n', [5, 9]],
		['two lines deleted inside', [5, 0], [7, 0], '', [5, 6]],
		['a line added below', [8, 0], [8, 0], '\n', [5, 8]],
		['everything replaced by one line', [0, 0], [11, 2], 'all', [1, 1]],
		['an edit from above into it', [2, 0], [5, 1], 'x', [3, 5]],
	];
	for (const [what, from, to, text, [startLine, endLine]] of cases) {
		it(`follows ${what}`, () => {
			const edit = { start: point(from), end: point(to), nNewBreaks: text.split('\n').length - 1 };
			assert.deepEqual(shiftLines(at, edit), { startLine, endLine });
		});
	}

	it('keeps the same text in the range whatever is done outside of it', () => {
		const text = Array.from({ length: 12 }, (_, idx) => `line${idx + 1}`);
		const above = fc.tuple(fc.nat(3), fc.nat(3));
		const below = fc.tuple(fc.integer({ min: 8, max: 11 }), fc.integer({ min: 8, max: 11 }));
		fc.assert(
			fc.property(fc.oneof(above, below), fc.constantFrom('', '\n', 'a\nb\n', 'x'), ([a, b], inserted) => {
				const [first, last] = [Math.min(a, b), Math.max(a, b)];
				const edit = { start: point([first, 1]), end: point([last, 2]), nNewBreaks: inserted.split('\n').length - 1 };
				const shifted = shiftLines(at, edit);
				const edited = applyEdit(text, [first, 1], [last, 2], inserted);
				assert.deepEqual(edited.slice(shifted.startLine - 1, shifted.endLine), text.slice(4, 8));
			}),
		);
	});
});

describe('shiftOfDiff', () => {
	const text = Array.from({ length: 12 }, (_, idx) => `line${idx + 1}`);
	const at = { startLine: 5, endLine: 8 };
	const cases: readonly [what: string, after: readonly string[], expected: [number, number]][] = [
		['nothing', text, [5, 8]],
		['another indentation', text.map(line => `    ${line}`), [5, 8]],
		['lines added above and taken away below', ['a', 'b', ...text.slice(0, 10)], [7, 10]],
		['a line added just above', text.toSpliced(4, 0, 'new'), [6, 9]],
		['a line added just below', text.toSpliced(8, 0, 'new'), [5, 8]],
		['a line added inside', text.toSpliced(6, 0, 'new'), [5, 9]],
		['its last line rewritten', text.with(7, 'new'), [5, 8]],
		['its lines taken away', text.toSpliced(4, 4), [5, 5]],
		['its lines rewritten as two', text.toSpliced(4, 4, 'x', 'y'), [5, 6]],
		['more than its lines rewritten', text.toSpliced(2, 8, ...'abcdefgh'), [5, 8]],
		['lines from above into it rewritten as one', text.toSpliced(2, 4, 'x'), [3, 5]],
		['lines from within to below it rewritten as one', text.toSpliced(6, 4, 'x'), [5, 7]],
		['everything replaced by one line', ['all'], [1, 1]],
	];
	for (const [what, after, [startLine, endLine]] of cases) {
		it(`follows ${what}`, () => assert.deepEqual(shiftOfDiff(text, after)(at), { startLine, endLine }));
	}

	it('keeps the same lines in the range whatever becomes of the others', () => {
		const others = fc.array(fc.constantFrom('', 'a', 'line1', 'line3', 'line10', '}'), { maxLength: 8 });
		fc.assert(
			fc.property(others, others, (above, below) => {
				const own = text.slice(4, 8);
				const after = [...above, ...own, ...below];
				const { startLine, endLine } = shiftOfDiff(text, after)(at);
				assert.deepEqual(after.slice(startLine - 1, endLine), own);
			}),
		);
	});
});

function point([line, character]: readonly [number, number]) {
	return { line, character };
}
