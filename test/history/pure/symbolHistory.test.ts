import assert from 'node:assert/strict';
import { callTool } from '../../../src/models/pure/tools/callTool';
import { historyTools } from '../../../src/models/pure/tools/toolTable';
import { memoryWorkspace } from '../../support/memoryWorkspace';
import { idOf, MadeHistory } from './historyProject';

const texts = { 'a.py': `def steps():\n${Array.from({ length: 60 }, (_, at) => `    step_${at}()`).join('\n')}\n` };

/** As git prints it: the whole function around one changed line. */
const hunk = (at: number) =>
	[
		'@@ -1,61 +1,61 @@',
		' def steps():',
		...Array.from({ length: 60 }, (_, line) =>
			line === at ? `-    old_${at}()\n+    step_${at}()` : `     step_${line}()`,
		),
	].join('\n');

async function ask(nCommits: number, ignored: readonly string[] = []) {
	const commits = Array.from({ length: nCommits }, (_, at) => ({
		message: `change ${at}`,
		changes: { 'a.py': hunk(20 + at) },
	}));
	const history = new MadeHistory(commits, { committed: texts, ignored });
	const workspace = { ...(await memoryWorkspace(texts)), history };
	const { text, ok } = await callTool(historyTools, 'symbol_history', { symbol: 'steps' }, { workspace });
	return { text, ok, messages: [...text.matchAll(/<message>\n(.*)/g)].map(([, subject]) => subject) };
}

describe('symbol_history', () => {
	it('shows the changes with a few lines around them', async () => {
		const { text } = await ask(1);
		assert.match(
			text,
			/--- a\.py\n@@ -19,7 \+19,7 @@\n {5}step_17\(\)\n.*\n {5}step_19\(\)\n- {4}old_20\(\)\n\+ {4}step_20\(\)\n(?:.*\n){2} {5}step_23\(\)\n<\/diff>/,
		);
	});

	it('leaves out commits that only change the form of code, and counts them', async () => {
		const { text, messages } = await ask(9, [idOf(1), idOf(3), idOf(8)]);
		assert.deepEqual(messages, ['change 0', 'change 2', 'change 4', 'change 5', 'change 6']);
		assert.match(text, /^Found 5 commits .*\nLeft out: 2 commits that \.git-blame-ignore-revs names\.$/m);
		assert.doesNotMatch((await ask(6)).text, /Left out/);
		const none = await ask(2, [idOf(0), idOf(1)]);
		assert.deepEqual([none.ok, none.messages], [false, []]);
		assert.match(none.text, /Left out: 2 commits/);
	});
});
