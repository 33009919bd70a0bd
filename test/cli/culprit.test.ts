import assert from 'node:assert/strict';
import type { CulpritReport } from '../../src/engine/culprit/culpritReport';
import { RunFiles } from '../../src/runs/node/runFiles';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { faultlineCli } from '../support/faultlineCli';
import { folderPicture } from '../support/folderPicture';
import { commitAll, git } from '../support/gitRepository';
import { RecordedLog } from '../support/recordedLog';
import { numbered, runStarted } from '../support/runEvents';
import { TestFolder } from '../support/testFolder';

const right = 'def last(items):\n    return items[-1]\n';
const wrong = 'def last(items):\n    return items[0]\n';
const test = `import unittest
from ends import last

class EndsTest(unittest.TestCase):
    def test_last(self):
        self.assertEqual(last([1, 2]), 2)
`;
const id = 'test_ends.py::EndsTest::test_last';

describe('faultline culprit', () => {
	const folder = new TestFolder();
	const project = () => folder.path('project');
	const write = (files: Readonly<Record<string, string>>) =>
		folder.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])));
	const commit = (message: string) => {
		git(project(), 'add', '-A');
		git(project(), 'commit', '-q', '-m', message);
	};
	const culprit = (...words: string[]) =>
		faultlineCli(['culprit', '--workspace', project(), '--execute', ...words], {
			env: { FAULTLINE_STORAGE: folder.path('storage') },
		});
	const reported = async (...words: string[]) => {
		const { stdout, stderr } = await culprit('--json', ...words);
		assert.notEqual(stdout, '', stderr);
		return JSON.parse(stdout) as CulpritReport;
	};

	const earlierTest = `${test.slice(0, test.indexOf('    def'))}    def test_other(self):\n        last([])\n`;

	/** Commits 0 to 11: 7 breaks it, the code cannot be loaded at 3, and before 2 there is no such function. */
	beforeEach(() => {
		for (let n = 0; n < 12; n++) {
			const code = n < 2 ? '' : n < 7 ? right : wrong;
			write({
				'ends.py': `${n === 3 ? 'def (\n' : ''}${code}# ${n}\n`,
				'other.txt': `${n}\n`,
				'test_ends.py': earlierTest,
			});
			if (n === 0) {
				commitAll(project());
			} else {
				commit(`change ${n}`);
			}
		}
		write({ 'test_ends.py': test });
	});

	it('finds the commit and shows what the test executes of it, without a change in the repository', async () => {
		const before = folderPicture(project());
		const { code, stdout } = await culprit('--test', id, '--good', 'HEAD~7');
		assert.equal(code, 0, stdout);
		assert.match(
			stdout,
			/^Broken by [0-9a-f]{10}\n {2}[0-9a-f]{10} {2}\d{4}-\d\d-\d\d {2}change 7 {2}A\nPasses at\n.+change 6/,
		);
		assert.match(stdout, /Lines of it that the failing test executes\n {2}ends\.py:2 {2}return items\[0\]/);
		assert.match(stdout, /^\+ {4}return items\[0\]$/m);
		assert.deepEqual(folderPicture(project()), before);
	});

	it('keeps outcomes, so that a second question runs nothing at commits', async () => {
		const first = await reported('--test', id, '--good', 'HEAD~7');
		const second = await reported('--test', id, '--good', 'HEAD~7');
		assert.ok(first.nRuns > 0);
		assert.deepEqual([second.nRuns, second.commits], [0, first.commits]);
		assert.ok((await reported('--test', id, '--good', 'HEAD~7', '--fresh')).nRuns > 0);
	});

	it('runs the test alone where its file of today cannot be loaded', async () => {
		write({ 'ends.py': `${wrong}\ndef first(items):\n    return items[0]\n` });
		commit('a new function');
		write({ 'test_ends.py': test.replace('import last', 'import first, last') });
		const { kind, commits, runs } = await reported('--test', id, '--good', 'HEAD~8');
		assert.equal(kind, 'found', JSON.stringify(runs));
		assert.equal(commits[0]?.subject, 'change 7');
	});

	it('looks for a good commit itself', async () => {
		const { kind, commits, lastGood } = await reported('--test', id);
		assert.deepEqual([kind, commits[0]?.subject, lastGood?.subject], ['found', 'change 7', 'change 6']);
	});

	it('skips commits at which the test fails in another way, and names them', async () => {
		const { kind, commits, runs } = await reported('--test', id, '--good', 'HEAD~11');
		assert.deepEqual([kind, commits[0]?.subject], ['found', 'change 7']);
		const [good] = runs.filter(({ subject }) => subject === 'first');
		assert.equal(good?.outcome, 'skipped');
		assert.match(good?.why ?? '', /could not be loaded/);
	});

	it('takes a reproducer', async () => {
		folder.write({ 'show.py': 'from ends import last\nassert last([1, 2]) == 2\n' });
		const { kind, commits } = await reported('--reproducer', folder.path('show.py'), '--good', 'HEAD~7');
		assert.deepEqual([kind, commits[0]?.subject], ['found', 'change 7']);
	});

	it('keeps the answer about a run in the run', async () => {
		const runId = '20260101-000000-000-abcd';
		const runs = new RunFiles(folder.path('storage'), new RecordedLog());
		const { issue, ...started } = runStarted(runId);
		const named = { id, names: id.split('::'), file: 'test_ends.py' };
		const events = numbered([{ ...started, issue: { ...issue, source: { kind: 'test', test: named } } }]);
		for (const event of events) {
			await runs.append(runId, event);
		}
		await runs.close();
		const { kind, commits } = await reported('--run', runId, '--good', 'HEAD~7');
		const { culprit } = foldRun(await runs.read(runId));
		assert.deepEqual([kind, culprit?.kind, culprit?.commit], ['found', 'found', commits[0]?.id]);
		assert.deepEqual(culprit?.lines, [{ file: 'ends.py', line: 2, text: 'return items[0]' }]);
	});

	it('says that uncommitted changes break it', async () => {
		write({ 'ends.py': right });
		commit('repaired');
		write({ 'ends.py': wrong });
		const { code, stdout } = await culprit('--test', id);
		assert.equal(code, 1);
		assert.match(stdout, /passes at the newest commit: the uncommitted changes break it\./);
	});

	it('says that it never passed', async () => {
		write({ 'test_ends.py': test.replace('), 2)', '), 3)') });
		const { kind } = await reported('--test', id);
		assert.equal(kind, 'neverPassed');
	});

	it('runs a build command, and skips commits at which it fails', async () => {
		const build = ['--build', 'grep -q "# 7" ends.py && exit 1; exit 0'];
		const { kind, commits, runs, notes } = await reported('--test', id, '--good', 'HEAD~7', ...build);
		assert.equal(kind, 'several');
		assert.deepEqual(commits.map(({ subject }) => subject).sort(), ['change 7', 'change 8']);
		assert.match(runs.find(({ subject }) => subject === 'change 7')?.why ?? '', /cannot be built: exit code 1/);
		assert.match(notes.join(' '), /but not at [0-9a-f]{10}, which is its parent\. There: It cannot be built/);
	});

	it('repeats the runs of a flaky test', async () => {
		const { kind, runs } = await reported('--test', id, '--good', 'HEAD~7', '--flaky');
		assert.equal(kind, 'found');
		assert.ok(new Set(runs.map(each => each.commit)).size < runs.length);
	});

	it('refuses what makes no sense', async () => {
		const [noConsent, two, good, passing] = [
			await faultlineCli(['culprit', '--workspace', project(), '--test', id]),
			await culprit('--test', id, '--run', 'x'),
			await culprit('--test', id, '--good', 'HEAD~2'),
			await culprit('--test', 'test_ends.py::EndsTest::test_gone'),
		];
		assert.deepEqual([noConsent.code, two.code, good.code, passing.code], [2, 2, 1, 1]);
		assert.match(noConsent.stderr, /add --execute/);
		assert.match(good.stderr, /It fails at HEAD~2 too/);
		assert.match(passing.stderr, /was not found among the tests that ran/);
	});
});
