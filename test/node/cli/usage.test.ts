import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { faultlineCli } from '../../support/faultlineCli';
import { repoRoot } from '../../support/repoRoot';

describe('faultline', () => {
	it('tells its version', async () => {
		const { version } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as { version: string };
		assert.deepEqual(await faultlineCli(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
	});

	const helps = [
		['--help'],
		['help'],
		['help', 'index'],
		...['index', 'search', 'locate', 'runs'].map(name => [name, '-h']),
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
		[[], /which command\?\n\nFaultline finds/],
		[['locat'], /There is no command "locat"\. Did you mean locate\?/],
		[['zzz'], /There is no command "zzz"\. There are: index, search, locate, fix, apply, runs\./],
		[['help', 'zzz'], /There is no command "zzz"/],
		[['index', '--jsn'], /Unknown option '--jsn'\. See `faultline index --help`/],
		[['index', '--workspace'], /'-w, --workspace <value>' argument missing\. See `faultline index --help`/],
		[['index', 'folder'], /index takes no arguments, but got "folder"\. The folder is named with --workspace/],
		[['search'], /search needs a tool\. There are: search_class, /],
		[['search', 'search_clas', 'X'], /There is no tool "search_clas"\. Near: search_class/],
		[['search', 'search_class'], /Call it as: faultline search search_class CLASS_NAME/],
		[['search', 'search_class', 'A', 'B'], /Call it as: faultline search search_class CLASS_NAME/],
		[['locate'], /locate needs --issue FILE, --issue - or --issue URL/],
		[['locate', 'ISSUE.md'], /locate needs --issue/],
		[['locate', '--issue', 'ISSUE.md', 'more'], /locate takes no arguments, but got "more"/],
		[['locate', '--issue', 'ISSUE.md', '--model', 'x'], /There is no model "x"/],
		[['runs', 'foo'], /Call it as: faultline runs \[list/],
		[['runs', 'toString', 'x'], /Call it as: faultline runs \[list/],
		[['runs', 'show'], /Call it as: faultline runs \[list/],
		[['runs', 'show', 'a', 'b'], /Call it as: faultline runs \[list/],
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
		const child = spawn(process.execPath, [join(repoRoot, 'dist', 'cli.js'), '--help'], { stdio: 'pipe' });
		child.stdout.destroy();
		const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
		assert.deepEqual([child.exitCode, stderr], [0, '']);
	});
});
