import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultlineCli } from '../../../support/faultlineCli';
import { commitAll, git } from '../../../support/gitRepository';
import { repoRoot } from '../../../support/repoRoot';
import type { ScriptedAnswer } from '../../../support/scriptedAnswer';
import { TestFolder } from '../../../support/testFolder';
import { TestModelServer } from '../../../support/testModelServer';
import { bugs, named, patch, program, served, submit } from './sampleBugs';

const [python] = bugs;
assert.ok(python);
const answers: readonly (readonly [stage: string, ScriptedAnswer])[] = [
	['it writes the program', served(program(python.shows))],
	['it searches', served(named(python))],
	['it edits', served(patch(python, python.patched).slice(0, 1))],
	['it submits', served(submit)],
	['it reviews the patch', { text: '{"patch-correct": "yes", "test-correct": "yes"}' }],
];

describe('a workspace that is checked out at another commit during a fix', () => {
	const folder = new TestFolder();
	const server = new TestModelServer();
	const workspace = () => folder.path('workspace');
	const clock = () => folder.path('workspace', 'tally', 'clock.py');

	/** On the branch `other`, the function is further down, and a module is missing. */
	beforeEach(() => {
		cpSync(join(repoRoot, 'sample', 'python'), workspace(), { recursive: true });
		commitAll(workspace());
		git(workspace(), 'checkout', '-q', '-b', 'other');
		const text = readFileSync(clock(), 'utf8');
		writeFileSync(clock(), text.replace('import re\n', `import re\n${'\n# Another line.'.repeat(9)}\n`));
		rmSync(folder.path('workspace', 'tally', 'rates.py'));
		commitAll(workspace());
		git(workspace(), 'checkout', '-q', '-');
	});

	const moments = ['auto', 'rover'].flatMap(strategy => answers.map(([stage], nth) => ({ strategy, stage, nth })));
	for (const { strategy, stage, nth } of moments) {
		it(`while ${stage} (${strategy}): nothing is written, and the patch fits the files`, async () => {
			let nAsked = 0;
			server.now.script(() => {
				if (nAsked === nth) {
					git(workspace(), 'checkout', '-q', 'other');
				}
				return answers[nAsked++]?.[1];
			});
			const model = ['--model', 'openai:m', '--base-url', server.now.baseUrl, '--form', 'tools'];
			const words = ['--workspace', workspace(), '--issue', join(workspace(), 'ISSUE.md'), ...model, '--execute'];
			const tests = ['--test-command', 'python3 -m unittest discover -q'];
			const env = { FAULTLINE_STORAGE: folder.path('storage') };
			const fixed = await faultlineCli(['fix', ...words, ...tests, '--strategy', strategy, '--json'], { env });
			assert.equal(fixed.code, 0, fixed.stderr);
			assert.doesNotMatch(fixed.stderr, /^\s+at |internal error/im);
			assert.equal(git(workspace(), 'status', '--porcelain'), '');
			const { patches } = JSON.parse(fixed.stdout) as { patches: { diff: string }[] };
			folder.write({ 'patch.diff': patches[0]?.diff ?? '' });
			git(workspace(), 'apply', '--check', folder.path('patch.diff'));
		});
	}
});
