import assert from 'node:assert/strict';
import { answerParts } from '../../../../src/core/agent/memory/answerParts';

const answer = `Found 2 definitions of "run" in 2 files.

<file>a/b.py</file> <class>A</class> <func>run</func>
<code>
10     def run(self):

12         return 1
</code>
(lines 13-20 not shown)

<file>c.py</file> <func>run</func>
<code>
3 def run():
</code>

2 more in 1 file, signatures only:
<file>d.py</file> (2 matches)
d.py:4 run: def run():
`;

describe('the parts of an answer', () => {
	it('are its pieces of code, the first with what is above it, and the text after them', () => {
		const parts = answerParts(answer);
		assert.deepEqual(
			parts.map(({ kind, name, place }) => [kind, name, place]),
			[
				['code', 'A.run', { file: 'a/b.py', startLine: 10, endLine: 12 }],
				['code', 'run', { file: 'c.py', startLine: 3, endLine: 3 }],
				['text', '', undefined],
			],
		);
		const texts = parts.map(({ start, end }) => answer.slice(start, end));
		assert.match(texts[0] ?? '', /^Found 2[\s\S]*\(lines 13-20 not shown\)$/);
		assert.match(texts[2] ?? '', /^\s*2 more[\s\S]*def run\(\):$/);
		assert.equal(texts.join('\n').replaceAll(/\s+/g, ''), answer.replaceAll(/\s+/g, ''));
	});

	it('are commits', () => {
		const text = 'Found 2 commits.\n\n<commit>0123456789ab</commit> a\n- x\n\n+ y\n\n<commit>fedcba9876</commit> b\n';
		assert.deepEqual(
			answerParts(text).map(({ kind, name }) => [kind, name]),
			[
				['commit', '0123456789ab'],
				['commit', 'fedcba9876'],
			],
		);
	});

	it('are one text where there is neither', () => {
		const [part, ...others] = answerParts('Nothing is named "x".');
		assert.deepEqual([part?.kind, part?.start, part?.end, others], ['text', 0, 21, []]);
		assert.equal(answerParts('').length, 1);
	});
});
