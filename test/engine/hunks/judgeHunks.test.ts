import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openWorkspace } from '../../../src/cli/openWorkspace';
import { type ChangedFile, type ChangedHunk, judgeHunks } from '../../../src/engine/hunks/judgeHunks';
import { hunksBetween } from '../../../src/runs/pure/diff/hunksBetween';
import { exchangedHunks } from '../../../src/runs/pure/diff/textReview';
import { judgedHunkText, judgmentText } from '../../../src/runs/pure/model/testing/hunkJudgment';
import { ScratchCheckouts } from '../../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../../src/sandbox/node/confinement/processRunner';
import type { Runner } from '../../../src/sandbox/pure/execution/runner';
import { RecordedLog } from '../../support/recordedLog';
import { repoRoot } from '../../support/repoRoot';
import { createScratchFolder, type ScratchFolder } from '../../support/scratchFolder';

interface Change {
	readonly path: string;
	readonly before?: string;
	readonly now?: string;
}

const priceBefore = `def price(n):
    return n * 3


def discount(n):
    return n


def label(n):
    return str(n)
`;
const priceNow = priceBefore
	.replace('return n * 3', 'return n * 2')
	.replace('return n\n', 'return n - 1\n')
	.replace('return str(n)', "return f'{n}'");
const testBefore = `import unittest
from shop.price import price


class PriceTest(unittest.TestCase):
    def test_price(self):
        self.assertEqual(price(2), 4)

    def test_nothing(self):
        self.assertEqual(price(0), 0)
`;
const testNow = testBefore
	.replace('import price', 'import discount, price')
	.concat('\n    def test_discount(self):\n        self.assertEqual(discount(2), 1)\n');

const price = { path: 'shop/price.py', before: priceBefore, now: priceNow };
const tests = { path: 'tests/test_price.py', before: testBefore, now: testNow };

describe('judging changes by near tests', () => {
	let scratch: ScratchFolder;
	beforeEach(() => {
		scratch = createScratchFolder('judged');
	});
	afterEach(() => scratch.remove());

	/** In a workspace that has the changes. */
	async function judge(changes: readonly Change[], runner: Runner = new ProcessRunner()) {
		const folder = join(scratch.path, 'workspace');
		const others = { 'shop/__init__.py': '', 'tests/__init__.py': '', 'README.md': 'A shop.\n' };
		const files = [
			...Object.entries(others),
			...changes.flatMap(({ path, now }) => (now === undefined ? [] : [[path, now] as const])),
		];
		for (const [path, text] of files) {
			mkdirSync(dirname(join(folder, path)), { recursive: true });
			writeFileSync(join(folder, path), text);
		}
		const log = new RecordedLog();
		const roots = [{ name: 'workspace', dir: folder }];
		using opened = await openWorkspace({ roots, packageRoot: repoRoot, log });
		const checkouts = new ScratchCheckouts({ roots, storage: join(scratch.path, 'storage'), log });
		const { signal } = new AbortController();
		const judgment = await judgeHunks(changes.map(changed), {
			...{ workspace: opened.workspace, execution: { checkouts, runner }, signal },
			onProgress: () => undefined,
		});
		for (const [path, text] of files) {
			assert.equal(readFileSync(join(folder, path), 'utf8'), text);
		}
		return judgment;
	}

	it('says which changes the tests need, with new tests as they are', async () => {
		const judgment = await judge([price, tests]);
		assert.deepEqual(
			judgment.hunks.map(each => [each.path, each.hunks, judgedHunkText(each)]),
			[
				['shop/price.py', [0], 'Without it, tests/test_price.py::PriceTest::test_price fails'],
				['shop/price.py', [1], 'Without it, tests/test_price.py::PriceTest::test_discount fails'],
				['shop/price.py', [2], 'No near test needs it'],
			],
		);
		assert.equal(
			judgmentText(judgment),
			'2 of 3 changes are needed by near tests. 1 near test passes as before; turned green: tests/test_price.py::PriceTest::test_discount, tests/test_price.py::PriceTest::test_price',
		);
	});

	it('says what they break', async () => {
		const wrong = { ...price, now: priceBefore.replace('return n * 3', 'return n * 2 + 1') };
		const { tests: found, hunks } = await judge([wrong, { ...tests, now: testBefore }]);
		assert.deepEqual(
			[found.nBroken, found.broken.map(({ id, how }) => [id, how]), hunks.map(({ needed }) => needed.n)],
			[1, [['tests/test_price.py::PriceTest::test_nothing', 'fails']], [0]],
		);
	});

	it('leaves out a new file, without which no test can be loaded', async () => {
		const fresh = { path: 'shop/price.py', now: priceNow };
		const judgment = await judge([fresh, { path: tests.path, now: testNow }]);
		assert.deepEqual(
			judgment.hunks.map(({ path, needed }) => [path, needed.n]),
			[['shop/price.py', 3]],
		);
		assert.equal(judgment.tests.fixed.n, 3);
	});

	it('knows nothing of a change without which the tests do not end in time, and of tests that did not end before', async () => {
		const judgment = await judge([price, tests], cutRunner([2, 3]));
		assert.deepEqual(
			judgment.hunks.map(({ hunks, needed }) => [hunks, needed.names]),
			[
				[[1], ['tests/test_price.py::PriceTest::test_discount']],
				[[2], []],
			],
		);
		assert.deepEqual([judgment.nLeft, judgment.tests.fixed.n], [1, 0]);
		assert.match(judgmentText(judgment), /^1 of 2 changes is needed by near tests, 1 more was not tried\. /);
	});

	it('needs changes of code', async () => {
		await assert.rejects(judge([{ ...price, now: priceBefore }, tests]), /Only tests are changed/);
	});

	it('needs tests near to them', async () => {
		await assert.rejects(judge([price]), /No test runner is known|No test is near/);
	});
});

/** All runs take long, and the ones with these numbers, from 1, report nothing until they are ended. */
function cutRunner(cut: readonly number[]): Runner {
	const runner = new ProcessRunner();
	let nRuns = 0;
	return {
		run: async command => {
			const isCut = cut.includes(++nRuns);
			const execution = await runner.run(isCut ? { ...command, command: ['true'] } : command);
			return { ...execution, durationMs: 30_000, ...(isCut && { exitCode: null, timedOut: true }) };
		},
	};
}

function changed({ path, before, now }: Change): ChangedFile {
	const all = hunksBetween(before ?? '', now ?? '');
	const hunks: readonly ChangedHunk[] = all.map((hunk, at) => ({
		hunks: [at],
		size: [hunk.baseline.text.length, hunk.current.text.length],
		without: before === undefined && all.length === 1 ? undefined : exchangedHunks(now ?? '', [hunk], 'current'),
	}));
	return { path, now, before, hunks, encode: async text => new TextEncoder().encode(text) };
}
