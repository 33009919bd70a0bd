import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandIssueText, commandLabel } from '../../src/editor/failedCommands/failedCommand';
import { checkIssue } from '../../src/editor/locate/checkIssue';
import { makeBrief } from '../../src/localizer/pure/brief/makeBrief';
import { issueTitle } from '../../src/localizer/pure/brief/readOutput';
import { installedGrammars } from '../support/grammars';
import { repoRoot } from '../support/repoRoot';

describe('the issue of a failed command', () => {
	const source = { kind: 'command' } as const;
	const { languages } = installedGrammars();
	const issueOf = async (output: string) => {
		const { issue } = await checkIssue(
			commandIssueText({ commandLine: 'npm test', exitCode: 1, output }),
			source,
			languages,
		);
		return { ...issue, title: issueTitle(issue, languages) };
	};

	it('has the error as its title, and names the command', async () => {
		const output = `Traceback (most recent call last):
  File "shop.py", line 2, in total
    raise ValueError("negative")
ValueError: negative price`;
		const issue = await issueOf(output);
		assert.equal(issue.title, 'ValueError: negative price');
		assert.match(issue.body, /^npm test fails \(exit code 1\)/);
		const [trace] = makeBrief(issue, languages).tracebacks;
		assert.equal(trace?.frames[0]?.file, 'shop.py');
	});

	for (const [output, title] of [
		[
			'E   AssertionError: expected 36 but got 24\n\nshop.py:3: AssertionError',
			'AssertionError: expected 36 but got 24',
		],
		['Uncaught TypeError: price is undefined\n    at total (shop.js:3:1)', 'TypeError: price is undefined'],
		['There were errors.\nAn Error: happens', 'npm test fails (exit code 1)'],
		['3 failed', 'npm test fails (exit code 1)'],
	] as const) {
		it(`is called "${title}" after ${JSON.stringify(output)}`, async () => {
			assert.equal((await issueOf(output)).title, title);
		});
	}

	it('has the stacks of a crash report that a log on the terminal shows', async () => {
		const report = readFileSync(join(repoRoot, 'test/localizer/pure/brief/crashes/kasan-double-free.txt'), 'utf8');
		const issue = await issueOf(`[    3.120000][    T1] shopfs: registered\n${report}test-shop: lost connection\n`);
		assert.match(issue.title, /^BUG: KASAN: double-free in __kmem_cache_free/);
		const { crashes, tracebacks } = makeBrief(issue, languages);
		assert.deepEqual(
			crashes?.map(({ kind }) => kind),
			['KASAN: double-free'],
		);
		assert.deepEqual(
			tracebacks.map(({ role }) => role),
			['access', 'alloc', 'free'],
		);
	});

	it('is named by its command, short enough for a row', () => {
		const label = (commandLine: string) => commandLabel({ commandLine, exitCode: 2, output: 'x' });
		assert.equal(label('npm test'), 'npm test (exit 2)');
		assert.equal(label(`echo \\\n  ${'x'.repeat(100)}`).length, 60 + ' (exit 2)'.length);
	});
});
