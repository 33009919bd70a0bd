import assert from 'node:assert/strict';
import { faultlineCli } from '../support/faultlineCli';
import { TestFolder } from '../support/testFolder';

const code = `
def first(items):
    return items[0]

def last(items):
    return items[0]
`;
const tests = `
import unittest
from ends import first, last

class EndsTest(unittest.TestCase):
    def test_first(self):
        self.assertEqual(first([1, 2]), 1)

    def test_last(self):
        self.assertEqual(last([1, 2]), 2)
`;

describe('faultline suspicious', () => {
	const folder = new TestFolder();
	const suspicious = (...words: string[]) => {
		folder.write({ 'project/ends.py': code, 'project/test_ends.py': tests });
		return faultlineCli(['suspicious', '--workspace', folder.path('project'), ...words], {
			env: { FAULTLINE_STORAGE: folder.path('storage') },
		});
	};

	it('ranks functions by what failing and passing tests execute', async () => {
		const { code: exitCode, stdout } = await suspicious('--json');
		assert.equal(exitCode, 0);
		const report = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
		assert.deepEqual(Object.keys(report), ['formula', 'tests', 'suspicious']);
		assert.equal(report.formula, 'ochiai');
		const counts = { nFailing: 1, nPassing: 0, lines: [{ line: 6, score: 1 }] };
		assert.deepEqual(report.suspicious, [
			{ file: 'ends.py', startLine: 5, endLine: 6, method: 'last', score: 1, ...counts },
		]);
	});

	it('prints a table, with the formula that is chosen', async () => {
		const { stdout } = await suspicious('--formula', 'dstar', '--test', 'test_ends.py::EndsTest::test_last');
		assert.match(stdout, /^1 failing and 1 passing test, measured by .+ for each test \(DStar\)\n/);
		assert.match(
			stdout,
			/ 1 {2}2\.000 {2}last {2}ends\.py:5-6\n {5}Run by 1 of 1 failing and 0 of 1 passing tests\. Most suspicious: line 6\./,
		);
	});

	it('states why nothing is suspicious', async () => {
		const passing = await suspicious('--test', 'test_ends.py::EndsTest::test_first');
		assert.deepEqual([passing.code, passing.stdout], [1, '']);
		assert.match(passing.stderr, /test_ends\.py::EndsTest::test_first passes\./);
		const wrong = await suspicious('--formula', 'magic');
		assert.equal(wrong.code, 2);
		assert.match(wrong.stderr, /--formula takes ochiai, tarantula, dstar, op2, barinel, jaccard, not "magic"\./);
	});
});
