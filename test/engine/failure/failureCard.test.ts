import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CulpritReport } from '../../../src/engine/culprit/culpritReport';
import { cardPlaces, cardRows } from '../../../src/engine/failure/cardRows';
import { readFailure, suspectOf } from '../../../src/engine/failure/failureCard';
import { issueFromText } from '../../../src/runs/pure/model/issueFromText';
import { placeText } from '../../../src/runs/pure/model/placeText';
import type { TracedCall } from '../../../src/testing/pure/callTrace/callTrace';
import { memoryWorkspace } from '../../support/memoryWorkspace';
import { repoRoot } from '../../support/repoRoot';

const paths = ['tally/clock.py', 'tally/entries.py', 'tally/report.py', 'tests/test_report.py'];
const sample = Object.fromEntries(
	paths.map(path => [path, readFileSync(join(repoRoot, 'sample', 'python', path), 'utf8')]),
);

const output = `Ran 1 test
FAIL: test_adds_an_entry_that_ends_after_midnight (tests.test_report.WeekReportTest)
Traceback (most recent call last):
  File "tests/test_report.py", line 16, in test_adds_an_entry_that_ends_after_midnight
    self.assertEqual(total_minutes(entries), 6 * 60 + 15)
AssertionError: -1065 != 375`;

const { signal } = new AbortController();

async function read(text: string) {
	const workspace = await memoryWorkspace(sample);
	const issue = issueFromText(text, { kind: 'command', ref: 'python -m unittest' });
	assert.ok(issue);
	const found = await readFailure(issue, workspace);
	return { found, suspect: found && (await suspectOf(issue, found.brief, workspace, { signal })) };
}

describe('the card of a failure', () => {
	it('states where it was raised, and the test that failed, which is no suspect for that', async () => {
		const { found, suspect } = await read(output);
		assert.ok(found);
		const { raisedAt, test } = found;
		assert.deepEqual([raisedAt.file, raisedAt.line], ['tests/test_report.py', 16]);
		assert.equal(raisedAt.error, 'AssertionError: -1065 != 375');
		assert.equal(test?.names.at(-1), 'test_adds_an_entry_that_ends_after_midnight');
		assert.equal(test?.file, 'tests/test_report.py');
		assert.notEqual(suspect?.location.file, 'tests/test_report.py');
	});

	it('names a test that is a callback by its text', async () => {
		const test = `const add = require('../src/add');
describe('sums', () => {
	it('adds two numbers', () => {
		const got = add(1, 2);
		console.log(got);
		assert.equal(got, 3);
	});
});
`;
		const printed = `AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: -1 !== 3
    at TestContext.<anonymous> (/home/a/shop/test/add.test.js:6:10)
    at Test.runInAsyncScope (node:async_hooks:214:14)
    at Test.run (node:internal/test_runner/test:1047:25)`;
		const workspace = await memoryWorkspace({
			'test/add.test.js': test,
			'src/add.js': 'module.exports = (a, b) => a - b;\n',
		});
		const issue = issueFromText(printed, { kind: 'command' }) ?? assert.fail();
		const found = await readFailure(issue, workspace);
		assert.deepEqual(found?.raisedAt.line, 6);
		assert.deepEqual(found?.test?.names, ['sums', 'adds two numbers']);
	});

	it('is not there for output that leads to no code of the workspace', async () => {
		const foreign = output.replaceAll('tests/test_report.py', '/usr/lib/python3/unittest/case.py');
		assert.equal((await read(foreign)).found, undefined);
		assert.equal((await read('make: *** No rule to make target')).found, undefined);
	});

	it('gets further rows as more is known, whose lines come before the one that raised the error', () => {
		const call: TracedCall = {
			...{ id: 2, parent: 1, file: 'tally/clock.py', line: 21, name: 'minutes_between' },
			...{ calledAt: 0, args: { start: '1350', end: '75' }, lines: [] },
		};
		const raisedAt = { file: 'tests/test_report.py', line: 16, error: 'AssertionError: -1065 != 375' };
		const write = { value: '-1275', call, line: 23, isArgument: false };
		const commit = { id: 'abc1234567890', subject: 'Shorter clock', author: 'A', time: 0 };
		const culprit: CulpritReport = {
			...{ kind: 'found', test: 'a', commits: [commit], probability: 0.99, flakyShare: 0, nCandidates: 4 },
			...{ runs: [], nRuns: 0, notes: [] },
			lines: [{ file: 'tally/clock.py', line: 23, text: 'return end - start', evidence: '' }],
		};
		const trace = { trace: { test: 'a', calls: [call] }, path: [], writes: [write], suspects: [] } as const;
		const card = { title: 'a', raisedAt, trace, culprit };
		const rows = cardRows(card);
		assert.deepEqual(
			rows.map(({ kind, text }) => `${kind}: ${text}`),
			[
				'raised: tests/test_report.py:16',
				'differs: not found; minutes_between returned -1275',
				'broke: abc1234567 Shorter clock',
			],
		);
		assert.match(rows.find(({ kind }) => kind === 'differs')?.detail ?? '', /^no test that passes is like it\n/);
		assert.deepEqual(cardPlaces(card).map(placeText), ['tally/clock.py:23', 'tests/test_report.py:16']);
		const texts = (changed: Partial<CulpritReport>) =>
			cardRows({ title: 'a', culprit: { ...culprit, ...changed } }).map(({ text }) => text);
		assert.deepEqual(texts({ kind: 'several', commits: [commit, commit] }), ['one of 2 commits']);
		assert.deepEqual(texts({ kind: 'neverPassed' }), ['no commit is known at which it passes']);
	});
});
