import assert from 'node:assert/strict';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import type { Spectrum } from '../../../../src/runs/pure/model/testing/spectrum';
import { judgePatches } from '../../../support/judgedPatches';
import { patchOf } from '../../../support/patchRun';
import { TestFolder } from '../../../support/testFolder';
import { type FixRun, type FixRunOptions, fixSample, onceCompared } from './fixRun';
import { type Bug, named, patch, patchAnew, program, verdict } from './sampleBugs';

/** The test of receipts executes the price, whose name is nowhere in it. */
const shop = {
	'ISSUE.md': '# A discount of 10 percent makes tea cheaper than nothing\n\nA price of 500 becomes -4500.\n',
	'shop/__init__.py': '',
	'shop/price.py': 'def discounted(cents, percent):\n    return cents - cents * percent\n',
	'shop/receipt.py': `from shop.price import discounted


def receipt(cents, percent=0):
    return f"Total: {discounted(cents, percent)}"
`,
	'shop/words.py': 'def upper(word):\n    return word.upper()\n\n\ndef lower(word):\n    return word.lower()\n',
	'tests/__init__.py': '',
	'tests/test_receipt.py': `import unittest
from shop.receipt import receipt


class ReceiptTest(unittest.TestCase):
    def test_of_tea(self):
        self.assertEqual(receipt(500), "Total: 500")
`,
	'tests/test_words.py': `import unittest
from shop.words import lower, upper


class WordsTest(unittest.TestCase):
    def test_upper(self):
        self.assertEqual(upper("tea"), "TEA")

    def test_lower(self):
        self.assertEqual(lower("TEA"), "tea")

    def test_both(self):
        self.assertEqual(lower(upper("tea")), "tea")
`,
};
const bug: Bug = {
	...{ sample: 'python', language: 'Python' },
	shows:
		'from shop.price import discounted\n\ngot = discounted(500, 10)\nassert got == 450, f"expected 450, got {got}"',
	place: { file: 'shop/price.py', method: 'discounted' },
	original: '    return cents - cents * percent',
	patched: '    return cents - cents * percent // 100',
};
const breaking = '    return cents - cents * percent / 100';

describe('the tests that execute what a patch changes', () => {
	const scratch = new TestFolder();
	const rest = [patch(bug, breaking), patchAnew(bug, bug.patched), verdict(true)];
	const fix = (more: Pick<FixRunOptions, 'script'> & Partial<FixRunOptions>) =>
		fixSample(scratch, { runsTests: true, sample: bug.sample, ...more });

	const writeShop = () =>
		scratch.write(Object.fromEntries(Object.entries(shop).map(([path, text]) => [`workspace/${path}`, text])));

	function assertFirst({ run, model }: FixRun): void {
		model.assertAllAsked();
		const [, broken, good] = fixOf(run).validationRuns;
		assert.deepEqual([broken?.patch, broken?.verdict, broken?.tests?.isPart], ['p1', 'failed', true]);
		assert.match(broken?.command ?? '', /tests[./]test_receipt/);
		assert.doesNotMatch(broken?.command ?? '', /test_words/);
		assert.deepEqual(
			broken?.tests?.broken.map(({ id }) => id),
			['tests/test_receipt.py::ReceiptTest::test_of_tea'],
		);
		assert.deepEqual([good?.patch, good?.verdict, good?.tests?.nPassed], ['p2', 'passed', 4]);
	}

	it('run first where neither their names nor what they import show it, also in a resumed run', async () => {
		writeShop();
		const fixed = await fix(onceCompared([program(bug.shows), named(bug), ...rest]));
		assertFirst(fixed);
		const reported = fixed.events.findIndex(event => event.type === 'locationsNamed' && event.provisional !== true);
		assertFirst(await fix({ script: rest, events: fixed.events.slice(0, reported + 1) }));
	});

	it('run first where a file counts as one test, and not on their own where they are half of all', async () => {
		writeShop();
		const path = 'shop/price.py';
		const lines = { file: path, startLine: 2, endLine: 2 };
		const broken = patchOf('p1', { path, before: shop[path], after: shop[path].replace(bug.original, breaking) });
		for (const [names, isPart] of [
			[['tests/test_receipt.py'], true],
			[['tests/test_receipt.py', 'tests/test_words.py::WordsTest::test_both'], undefined],
		] as const) {
			const spectrum: Spectrum = {
				...{ formula: 'ochiai', nFailing: 1, nPassing: 2, per: 'file', measuredBy: 'hand', suspects: [] },
				passing: { names, lines: [{ ...lines, tests: names.map((_, at) => at) }] },
			};
			const judging = judgePatches(scratch.path('workspace'), scratch.path('storage'), [broken], spectrum);
			const [ran] = (await judging).runs;
			assert.deepEqual([ran?.verdict, ran?.tests?.nBroken, ran?.tests?.isPart], ['failed', 1, isPart]);
		}
	});
});
