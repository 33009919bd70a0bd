import assert from 'node:assert/strict';
import { CommittedLines } from '../../../src/history/pure/committedLines';

describe('CommittedLines', () => {
	const lines = new CommittedLines('a\nb\nc\nd\n', 'new\na\nB\nc\nd\nend\n');

	it('finds the committed line of each line, none for a new one', () => {
		assert.deepEqual(
			[1, 2, 3, 4, 5, 6].map(line => lines.committed(line)),
			[undefined, 1, undefined, 3, 4, undefined],
		);
	});

	it('finds the committed part of a range', () => {
		assert.deepEqual(lines.committedRange({ startLine: 1, endLine: 4 }), { startLine: 1, endLine: 3 });
		assert.equal(lines.committedRange({ startLine: 3, endLine: 3 }), undefined);
	});

	it('does not count line ends as changes', () => {
		assert.equal(new CommittedLines('a\r\nb\r\n', 'a\nb\n').committed(2), 2);
	});
});
