import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { faultlineCli } from '../support/faultlineCli';
import { commandLineFile } from '../support/product/commandLineFile';
import { repoRoot } from '../support/repoRoot';

describe('faultline', () => {
	it('prints its version', async () => {
		const { version } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as { version: string };
		assert.deepEqual(await faultlineCli(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
	});

	const helps = [
		['--help'],
		['help'],
		['help', 'index'],
		...['index', 'search', 'locate', 'ci', 'eval', 'merge', 'runs'].map(name => [name, '-h']),
	];
	for (const words of helps) {
		it(`prints help for ${words.join(' ')}, in lines a terminal holds`, async () => {
			const { code, stdout, stderr } = await faultlineCli(words);
			assert.deepEqual([code, stderr], [0, '']);
			assert.match(stdout, /^(Faultline finds|Usage: faultline)/);
			assert.ok(
				stdout.split('\n').every(line => line.length <= 80),
				stdout,
			);
		});
	}

	const wrong: [words: string[], message: RegExp][] = [
		[[], /no command is given\.\n\nFaultline finds/],
		[['locat'], /Unknown command "locat"\. Did you mean locate\?/],
		[['zzz'], /Unknown command "zzz"\. Commands: index, search, locate, [a-z, ]+, runs\./],
		[['help', 'zzz'], /Unknown command "zzz"/],
		[['index', '--jsn'], /Unknown option '--jsn'\. See `faultline index --help`/],
		[['index', '--workspace'], /'-w, --workspace <value>' argument missing\. See `faultline index --help`/],
		[['index', 'folder'], /index takes no arguments, but got "folder"\. Use --workspace to name the folder/],
		[['search'], /search needs a tool\. Tools: search_class, /],
		[['search', 'search_clas', 'X'], /Unknown tool "search_clas"\. Similar: search_class/],
		[['search', 'search_class'], /Usage: faultline search search_class CLASS_NAME/],
		[['search', 'search_class', 'A', 'B'], /Usage: faultline search search_class CLASS_NAME/],
		[['locate'], /locate needs --issue FILE, --issue - or --issue URL/],
		[['locate', 'ISSUE.md'], /locate needs --issue/],
		[['locate', '--issue', 'ISSUE.md', 'more'], /locate takes no arguments, but got "more"/],
		[['locate', '--issue', 'ISSUE.md', '--model', 'x'], /Unknown model "x"/],
		[['ci', 'main'], /ci takes no arguments, but got "main"/],
		[['ci', '--log', 'a.log', '--job', 'test'], /--log reads one log; --branch and --job choose a job of GitHub/],
		[['runs', 'foo'], /Usage: faultline runs \[list/],
		[['runs', 'toString', 'x'], /Usage: faultline runs \[list/],
		[['runs', 'show'], /Usage: faultline runs \[list/],
		[['runs', 'show', 'a', 'b'], /Usage: faultline runs \[list/],
	];
	for (const [words, message] of wrong) {
		it(`ends with code 2 and a hint for "${words.join(' ')}"`, async () => {
			const { code, stdout, stderr } = await faultlineCli(words);
			assert.deepEqual([code, stdout], [2, '']);
			assert.match(stderr, message);
			assert.match(stderr, /^faultline: /);
		});
	}

	it('is no error when its reader has seen enough', async () => {
		const child = spawn(process.execPath, [commandLineFile, '--help'], { stdio: 'pipe' });
		child.stdout.destroy();
		const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
		assert.deepEqual([child.exitCode, stderr], [0, '']);
	});
});
