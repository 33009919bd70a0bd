import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { faultlineCli } from '../support/faultlineCli';
import { commandLineFile } from '../support/product/commandLineFile';
import { TestFolder } from '../support/testFolder';

describe('faultline apply', () => {
	const folder = new TestFolder();
	const cli = (words: readonly string[], stdin?: string) =>
		faultlineCli(['apply', '--workspace', folder.path('ws'), ...words], {
			env: { FAULTLINE_STORAGE: folder.path('storage') },
			...(stdin !== undefined && { stdin }),
		});
	const triple = (file: string, original: string, patched: string) =>
		`<file>${file}</file>\n<original>\n${original}\n</original>\n<patched>\n${patched}\n</patched>\n`;

	beforeEach(() => folder.write({ 'ws/src/till.py': 'def total(items):\n    return len(items)\n' }));

	it('prints a diff that git applies, and writes nothing itself', async () => {
		folder.write({ 'answer.md': triple('src/till.py', '    return len(items)', '    return sum(items)') });
		const { code, stdout, stderr } = await cli(['--response', folder.path('answer.md')]);
		assert.equal(code, 0, stderr);
		assert.match(stderr, /src\/till\.py:2-2 {2}applied \(exact\)/);
		assert.equal(readFileSync(folder.path('ws/src/till.py'), 'utf8'), 'def total(items):\n    return len(items)\n');
		applyWithGit(stdout);
		assert.equal(readFileSync(folder.path('ws/src/till.py'), 'utf8'), 'def total(items):\n    return sum(items)\n');
	});

	it('gives status, edits and diff as JSON, for an answer on standard input', async () => {
		const { code, stdout } = await cli(
			['--response', '-', '--json'],
			triple('till.py', 'return len(items)', 'return sum(items)'),
		);
		const { diff, ...rest } = JSON.parse(stdout) as { diff: string };
		assert.equal(code, 0);
		assert.match(diff, /^diff --git a\/src\/till\.py b\/src\/till\.py\n/);
		assert.deepEqual(rest, {
			status: 'applied',
			edits: [{ file: 'src/till.py', status: 'applied', match: 'whitespace', score: 1, startLine: 2, endLine: 2 }],
		});
	});

	it('ends with code 1 and reports what is wrong, with the code at that place', async () => {
		const answer = triple('src/till.py', '    return size(items)', '    return sum(items)');
		const { code, stdout } = await cli(['--response', '-'], answer);
		assert.equal(code, 1);
		assert.match(stdout, /src\/till\.py {2}refused \(notFound\)/);
		assert.match(stdout, /return len\(items\)/);
		const json = JSON.parse((await cli(['--response', '-', '--json'], answer)).stdout);
		assert.deepEqual([json.status, json.edits[0].reason, json.diff], ['refused', 'notFound', '']);
	});

	it('reports that git cannot apply the diff of a file in UTF-16', async () => {
		folder.write({ 'ws/wide.py': Buffer.from('\ufeffx = 1\n', 'utf16le') });
		const { code, stdout, stderr } = await cli(['--response', '-'], triple('wide.py', 'x = 1', 'x = 2'));
		assert.equal(code, 0, stderr);
		assert.match(stdout, /^\+x = 2$/m);
		assert.match(stderr, /wide\.py is UTF-16, which git treats as binary/);
	});

	it('warns of a file that runs by itself', async () => {
		folder.write({ 'ws/.envrc': 'x=1\n' });
		const answer = triple('.envrc', 'x=1', 'x=2');
		const { code, stderr } = await cli(['--response', '-'], answer);
		assert.equal(code, 0, stderr);
		assert.match(stderr, /^Warning: \.envrc runs by itself: the shell runs it when the folder is entered\.$/m);
		const { warnings } = JSON.parse((await cli(['--response', '-', '--json'], answer)).stdout) as { warnings: unknown };
		assert.deepEqual(warnings, [{ path: '.envrc', reason: 'the shell runs it when the folder is entered' }]);
	});

	it('keeps the encoding and the byte order mark of a file in the diff', async () => {
		folder.write({
			'ws/latin.py': Buffer.from('# caf\xe9\nx = 1\ny = 2\n', 'latin1'),
			'ws/marked.py': '\ufeffx = 1\ny = 2\n',
		});
		const answer = triple('latin.py', 'x = 1', 'x = 3') + triple('marked.py', 'y = 2', 'y = 4');
		folder.write({ 'answer.md': answer });
		const words = ['apply', '-w', folder.path('ws'), '-r', folder.path('answer.md')];
		const bytes = spawnSync(process.execPath, [commandLineFile, ...words]).stdout;
		applyWithGit(bytes);
		assert.equal(readFileSync(folder.path('ws/latin.py'), 'latin1'), '# caf\xe9\nx = 3\ny = 2\n');
		assert.equal(readFileSync(folder.path('ws/marked.py'), 'utf8'), '\ufeffx = 1\ny = 4\n');
	});

	it('leaves tests out unless they are asked for', async () => {
		folder.write({ 'ws/tests/test_till.py': 'x = 1\n' });
		const answer = triple('tests/test_till.py', 'x = 1', 'x = 2');
		assert.match((await cli(['--response', '-'], answer)).stdout, /leftOut \(testFile\)/);
		assert.equal((await cli(['--response', '-', '--allow-tests'], answer)).code, 0);
	});

	it('refuses a wrong command line with code 2, and a missing answer with code 1', async () => {
		assert.equal((await cli([])).code, 2);
		assert.equal((await cli(['--response', '-', 'more'], '')).code, 2);
		const { code, stderr } = await cli(['--response', folder.path('nowhere.md')]);
		assert.equal(code, 1);
		assert.match(stderr, /There is no file .*nowhere\.md/);
	});

	function applyWithGit(diff: string | Uint8Array): void {
		const { status, stderr } = spawnSync('git', ['apply', '-'], {
			cwd: folder.path('ws'),
			input: diff,
			env: { ...process.env, GIT_CEILING_DIRECTORIES: folder.path('.') },
		});
		assert.equal(status, 0, String(stderr));
	}
});
