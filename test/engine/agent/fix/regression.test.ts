import assert from 'node:assert/strict';
import { brokenTestsText } from '../../../../src/engine/stages/validate/validationTexts';
import type { PatchedFile } from '../../../../src/runs/pure/model/patch';
import type { ValidationRun } from '../../../../src/runs/pure/model/testing/validation';
import { judgePatches } from '../../../support/judgedPatches';
import { patchOf } from '../../../support/patchRun';
import { TestFolder } from '../../../support/testFolder';

const shop = 'def total(prices):\n    return sum(prices)\n\n\ndef count(prices):\n    return len(prices)\n';
const shopTests = `import unittest
from shop import count, total


class ShopTest(unittest.TestCase):
    def test_total(self):
        self.assertEqual(total([1, 2]), 3)

    def test_count(self):
        self.assertEqual(count([1, 2]), 2)

    def test_nothing(self):
        self.assertEqual(total([]), 0)
`;
/** Three that fail always, and two that fail now and then: by how often they ran on this machine. */
const oldTests = (counter: string) => `import os, unittest


def nth(name):
    path = os.path.join(${JSON.stringify(counter)}, name)
    n = int(open(path).read()) + 1 if os.path.exists(path) else 1
    open(path, "w").write(str(n))
    return n


class OldTest(unittest.TestCase):
    def test_a(self):
        self.fail("old")

    def test_b(self):
        self.fail("old")

    def test_c(self):
        raise RuntimeError("old")

    def test_sometimes(self):
        self.assertNotEqual(nth("sometimes") % 2, 0)

    def test_now_and_then(self):
        self.assertNotEqual(nth("then"), 2)
`;
const id = (name: string) => `tests/test_shop.py::ShopTest::${name}`;

describe("the project's tests, compared by name", () => {
	const scratch = new TestFolder();

	/** What the tests say about a patch of the shop. */
	async function judged(
		files: readonly PatchedFile[],
		more: Readonly<Record<string, string>> = {},
	): Promise<ValidationRun> {
		const texts = { 'shop.py': shop, 'tests/__init__.py': '', 'tests/test_shop.py': shopTests, ...more };
		scratch.write(Object.fromEntries(Object.entries(texts).map(([path, text]) => [`workspace/${path}`, text])));
		const { runs } = await judgePatches(scratch.path('workspace'), scratch.path('storage'), [patchOf('p1', ...files)]);
		assert.ok(runs[0]);
		return runs[0];
	}

	const changed = (after: string): PatchedFile => ({ path: 'shop.py', before: shop, after });
	const good = changed(shop.replace('sum(prices)', 'sum(prices, 0)'));

	it('speak for a patch with which they pass', async () => {
		const ran = await judged([good]);
		assert.deepEqual([ran.verdict, ran.why], ['passed', '3 tests pass as before.']);
	});

	it('name what a patch breaks, and show the next author its errors', async () => {
		const ran = await judged([changed(shop.replace('len(prices)', 'len(prices) + 1'))]);
		assert.deepEqual([ran.verdict, ran.why], ['failed', `2 tests pass as before; breaks ${id('test_count')}.`]);
		const text = brokenTestsText(ran);
		assert.match(text, /2 pass both times\. This one speaks against them: /);
		assert.match(text, /tests\/test_shop\.py::ShopTest::test_count fails\n[\s\S]*AssertionError: 3 != 2/);
		assert.doesNotMatch(text, /test_total/);
	});

	it('fail a patch that cannot be loaded, with which no test runs', async () => {
		const ran = await judged([changed(`import no_such_module\n${shop}`)]);
		assert.equal(ran.verdict, 'failed');
		assert.equal(ran.tests?.nBroken, 4);
		assert.match(
			ran.why,
			/^0 tests pass as before; breaks tests\/test_shop\.py, .*test_count \(missing\).* and 1 more\. /,
		);
		assert.match(brokenTestsText(ran), /test_count does not run any more/);
	});

	it('fail a patch that ends the run before there is a report', async () => {
		const ran = await judged([changed(`import os\nos._exit(0)\n${shop}`)]);
		assert.equal(ran.verdict, 'failed');
		assert.deepEqual([ran.tests?.nPassed, ran.tests?.nBroken], [0, 3]);
		assert.ok(ran.tests?.broken.every(({ how }) => how === 'missing'));
	});

	it('run as they were where a patch deletes, skips or changes them, or how they are run', async () => {
		const bad = changed(shop.replace('len(prices)', '2 + len(prices)'));
		const path = 'tests/test_shop.py';
		const skipped = shopTests.replace('    def test_count', '    @unittest.skip("later")\n    def test_count');
		const conftest = { path: 'conftest.py', after: 'collect_ignore = ["tests"]\n' };
		for (const [what, ...files] of [
			['deleted', bad, { path, before: shopTests }],
			['skipped', bad, { path, before: shopTests, after: skipped }],
			['changed', bad, { path, before: shopTests, after: shopTests.replace('[1, 2]), 2', '[1, 2]), 4') }],
			['ignored', bad, conftest],
		] as const) {
			const ran = await judged(files);
			assert.deepEqual([ran.verdict, ran.tests?.broken.map(each => each.id)], ['failed', [id('test_count')]], what);
			assert.match(ran.why, /the patch's changes of (?:tests\/test_shop|conftest)\.py are left out\./);
		}
	});

	it('are no evidence for a patch that adds them, and give no verdict on a patch of tests alone', async () => {
		const own = { path: 'tests/test_own.py', after: shopTests };
		const ran = await judged([good, own]);
		assert.deepEqual([ran.verdict, ran.tests?.nPassed, ran.tests?.nBroken], ['passed', 3, 0]);
		assert.match(ran.why, /With these changes, \d tests of these files pass, and 0 fail\.$/);
		assert.equal((await judged([own])).verdict, 'unclear');
	});

	it('speak against a patch that adds them, where they fail', async () => {
		const own = { path: 'tests/test_own.py', after: shopTests.replace('3)', '4)') };
		const ran = await judged([good, own]);
		assert.deepEqual([ran.verdict, ran.tests?.nPassed, ran.tests?.nBroken], ['failed', 3, 1]);
		assert.deepEqual(
			ran.tests?.broken.map(({ how }) => how),
			['failsAsChanged'],
		);
	});

	it('fail a patch with which a test is skipped that ran', async () => {
		const tests = shopTests
			.replace('import count', 'import *\nimport shop\nfrom shop import count')
			.replace('    def test_count', '    @unittest.skipIf(hasattr(shop, "slow"), "slow")\n    def test_count');
		const ran = await judged([changed(`slow = True\n${shop}`)], { 'tests/test_shop.py': tests });
		assert.deepEqual(
			[ran.verdict, ran.why],
			['failed', `2 tests pass as before; breaks ${id('test_count')} (skipped).`],
		);
	});

	it('blame nobody for 3 old failures and 2 flaky tests, which are named', async () => {
		const more = () => {
			scratch.write({ 'counters/none': '' });
			return { 'tests/test_old.py': oldTests(scratch.path('counters')) };
		};
		const ran = await judged([good], more());
		assert.deepEqual([ran.verdict, ran.tests?.nBroken, ran.tests?.nPassed], ['passed', 0, 3]);
		assert.deepEqual(
			ran.tests?.flaky.names.toSorted(),
			['test_now_and_then', 'test_sometimes'].map(name => `tests/test_old.py::OldTest::${name}`),
		);
		assert.match(ran.why, /^3 tests pass as before; 3 tests failed before; flaky: /);
		const bad = await judged([changed(shop.replace('len(prices)', '0'))], more());
		assert.deepEqual(
			bad.tests?.broken.map(each => each.id),
			[id('test_count')],
		);
	});
});
