import assert from 'node:assert/strict';
import { join } from 'node:path';
import { faultlineCli } from '../support/faultlineCli';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';

const failing = 'tests/test_report.py::WeekReportTest::test_adds_an_entry_that_ends_after_midnight';
const program = `
from tally.clock import minutes_between
got = minutes_between(1350, 75)
assert got == 165, got
`;

describe('faultline trace', () => {
	const folder = new TestFolder();
	const trace = (...words: string[]) =>
		faultlineCli(['trace', '--workspace', join(repoRoot, 'sample', 'python'), ...words], {
			env: { FAULTLINE_STORAGE: folder.path('storage') },
		});

	it('leads from the failing line of a test to the call that made its value', async () => {
		const { code, stdout } = await trace('--test', failing);
		assert.equal(code, 0);
		assert.match(
			stdout,
			/^Raised here: tests\/test_report\.py:16 .*\n {2}self\.assertEqual.*\n {2}AssertionError: -1065 != 375/,
		);
		assert.match(stdout, /minutes_between returned -1275: tally\/clock\.py:23: return end - start/);
		assert.match(stdout, /minutes_between\(start=1350, end=75\) -> -1275 {2}tally\/clock\.py:21/);
	});

	it('shows the lines of a function, and gives all as data', async () => {
		const { stdout } = await trace('--test', failing, '--function', 'parse_time');
		assert.match(stdout, /parse_time\(text='22:30'\) -> 1350[\s\S]*# hours = 22, minutes = 30/);
		const data = JSON.parse((await trace('--test', failing, '--json')).stdout) as Readonly<Record<string, unknown>>;
		assert.deepEqual(Object.keys(data).sort(), ['calls', 'nearest', 'path', 'raised', 'suspects', 'test', 'writes']);
	});

	it('records a program that shows the bug', async () => {
		folder.write({ 'shows.py': program });
		const { code, stdout } = await trace('--reproducer', folder.path('shows.py'));
		assert.equal(code, 0);
		assert.match(stdout, /got = -1275: faultline_reproducer\.py:3/);
	});

	it('states what cannot be recorded, and how it is called', async () => {
		const passing = await trace(
			'--test',
			failing.replace(/test_adds.*/, 'test_prints_one_line_an_entry_and_the_total'),
		);
		assert.equal(passing.code, 1);
		assert.match(passing.stderr, /passed while it was recorded: name a test that fails\./);
		const unknown = await trace('--test', failing, '--function', 'nobody');
		assert.match(unknown.stderr, /nobody was not called in the project/);
		const both = await trace('--test', failing, '--reproducer', 'x.py');
		assert.equal(both.code, 2);
		assert.match(both.stderr, /trace takes either --test ID or --reproducer FILE\./);
	});
});
