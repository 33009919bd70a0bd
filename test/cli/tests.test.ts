import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { TestReport } from '../../src/runs/pure/model/testing/testReport';
import { faultlineCli } from '../support/faultlineCli';
import { folderPicture } from '../support/folderPicture';
import { TestFolder } from '../support/testFolder';

const cart = `import test from 'node:test';
import assert from 'node:assert/strict';

test('adds', () => {});
test('fails', () => assert.equal(1, 2));
`;

describe('faultline tests', () => {
	const folder = new TestFolder();
	beforeEach(() =>
		folder.write({
			'shop/package.json': '{"scripts":{"test":"node --test"}}',
			'shop/test/cart.test.mjs': cart,
			'shop/test/other.test.mjs': "import test from 'node:test';\ntest('alone', () => {});\n",
		}),
	);
	const tests = (...words: string[]) =>
		faultlineCli(['tests', '--workspace', folder.path('shop'), ...words], {
			env: { FAULTLINE_STORAGE: folder.path('storage') },
		});
	const report = async (...words: string[]) => {
		const { stdout, code } = await tests('--run', '--json', ...words);
		const { tests: all, ...rest } = JSON.parse(stdout) as TestReport;
		return { ...rest, code, tests: Object.fromEntries(all.map(({ id, outcome }) => [id, outcome])) };
	};

	it('lists the runner and the files, and runs nothing', async () => {
		const { stdout, code } = await tests();
		assert.equal(code, 0);
		assert.match(stdout, /node:test {2}2 files with tests\n {2}test\/cart\.test\.mjs\n/);
	});

	it('runs all in a copy, and fails where one fails', async () => {
		const before = folderPicture(folder.path('shop'));
		const { code, stdout } = await tests('--run');
		assert.equal(code, 1);
		assert.match(stdout, /failed {3}test\/cart\.test\.mjs::fails\n {4}AssertionError/);
		assert.match(stdout, /node:test: 2 passed, 1 failed, 0 skipped/);
		assert.deepEqual(folderPicture(folder.path('shop')), before);
	});

	it('runs files and tests', async () => {
		const ofFile = await report('test/other.test.mjs');
		assert.deepEqual([ofFile.tests, ofFile.code], [{ 'test/other.test.mjs::alone': 'passed' }, 0]);
		const ofTest = await report('test/cart.test.mjs::fails');
		assert.deepEqual([ofTest.tests, ofTest.code], [{ 'test/cart.test.mjs::fails': 'failed' }, 1]);
	});

	it('runs a command, by its exit code', async () => {
		const { isByExitCode, tests: all } = await report('--test-command', 'exit 3');
		assert.deepEqual([isByExitCode, all], [true, { 'exit 3': 'failed' }]);
	});

	it('ends at its time limit, and keeps what ended in time', async () => {
		folder.write({
			'shop/test/cart.test.mjs': `${cart}test('hangs', () => new Promise(() => setInterval(() => {}, 1000)));\n`,
		});
		const { problem, code } = await report('--test-seconds', '3');
		assert.match(problem ?? '', /timed out after 3 s/);
		assert.equal(code, 1);
	});

	it('needs consent for anything about a run', async () => {
		for (const words of [['--test-command', 'true'], ['test/other.test.mjs']]) {
			const { code, stderr } = await tests(...words);
			assert.deepEqual([code, /--run/.test(stderr)], [2, true]);
		}
		assert.equal(readFileSync(folder.path('shop/test/cart.test.mjs'), 'utf8'), cart);
	});

	it('reports that no runner is known', async () => {
		folder.write({ 'empty/a.txt': '' });
		const { code, stderr } = await faultlineCli(['tests', '--workspace', folder.path('empty')], {
			env: { FAULTLINE_STORAGE: folder.path('storage') },
		});
		assert.deepEqual([code, /No test runner is known/.test(stderr)], [1, true]);
	});
});
