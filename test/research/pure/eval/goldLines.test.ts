import assert from 'node:assert/strict';
import { changedLines, goldLinesOf } from '../../../../src/research/pure/eval/goldLines';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const patch = `--- a/tally/clock.py
+++ b/tally/clock.py
@@ -1,7 +1,8 @@
+import math
 def first():
-    a = 1
-    b = 2
+    a = 2
     return a
 
 def second():
     c = 1
+    c += 1
     return c
--- a/notes.md
+++ b/notes.md
@@ -1 +1 @@
-old
+new
\\ No newline at end of file
`;

describe('changedLines', () => {
	it('are the old lines of a replacement, and both sides of an insertion', () => {
		assert.deepEqual(
			[...changedLines(patch)],
			[
				['tally/clock.py', [1, 2, 3, 7, 8]],
				['notes.md', [1]],
			],
		);
	});
});

describe('goldLinesOf', () => {
	it('has the functions around the changed lines, in the files that count', async () => {
		const text = 'def first():\n    a = 1\n    b = 2\n    return a\n\ndef second():\n    c = 1\n    return c\n';
		const { index } = await memoryWorkspace({ 'tally/clock.py': text, 'notes.md': 'old\n' });
		const { changed, around } = goldLinesOf(patch, ['tally/clock.py'], index);
		assert.deepEqual([...changed], [['tally/clock.py', [1, 2, 3, 7, 8]]]);
		assert.deepEqual([...around], [['tally/clock.py', [1, 2, 3, 4, 6, 7, 8]]]);
	});
});
