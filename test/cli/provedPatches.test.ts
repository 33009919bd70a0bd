import assert from 'node:assert/strict';
import { shownPatches } from '../../src/patches/pure/acceptance/shownPatches';
import { RunFiles } from '../../src/runs/node/runFiles';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import type { Patch } from '../../src/runs/pure/model/patch';
import type { TestFindings } from '../../src/runs/pure/model/testing/testFindings';
import { runMarkdown } from '../../src/sharing/pure/report/runMarkdown';
import { clipRun } from '../../src/webview/protocol/clip';
import { runItems } from '../../src/webview/rows/runItems';
import { flattenTree } from '../../src/webview/tree/flattenTree';
import { faultlineCli } from '../support/faultlineCli';
import { patchOf, patchRunEvents } from '../support/patchRun';
import { RecordedLog } from '../support/recordedLog';
import { numbered } from '../support/runEvents';
import { TestFolder } from '../support/testFolder';
import { viewOfRun } from '../support/viewOfRun';
import { rowsText } from '../webview/rowsText';

const runId = '20260101-000000-000-abcd';
const names = (...all: readonly string[]) => ({ n: all.length, names: all });
const proved: TestFindings = {
	...{ runner: 'pytest', nPassed: 340, failing: names('old'), fixed: names(), flaky: names('test_a.py::test_now') },
	...{ broken: [], nBroken: 0, leftOut: [] },
};
const broken: TestFindings = {
	...{ ...proved, nPassed: 339, flaky: names(), nBroken: 1 },
	broken: [
		{ id: 'test_a.py::test_b', how: 'fails', message: 'assert 1 == 2', trace: 'def test_b():\nE  assert 1 == 2' },
	],
};
const good: Patch = {
	...patchOf('p1', { path: 'good.txt', before: 'a\n', after: 'b\n' }),
	leftOut: [{ path: 'repro.py', what: 'a reproducer' }],
};
const bad = patchOf('p2', { path: 'bad.txt', before: 'a\n', after: 'c\n' });

function events(): RunEventBody[] {
	const ran = (patch: Patch, tests: TestFindings): RunEventBody => {
		const execution = { stdout: 'out', stderr: '', exitCode: 0, timedOut: false, durationMs: 1 };
		const verdict = tests.nBroken > 0 ? 'failed' : 'passed';
		return {
			type: 'validationRan',
			ran: { command: 'pytest', patch: patch.id, verdict, execution, why: 'Why.', tests },
		};
	};
	const [started, ...others] = patchRunEvents(runId, 'title', [good, bad]);
	const ranking = [
		{ patch: 'p1', reasons: ['It passes.'], why: 'It breaks no test; the next one breaks 1.' },
		{ patch: 'p2', reasons: ['It breaks.'] },
	];
	return [
		{ ...started, goal: 'fix' } as RunEventBody,
		...others,
		...[ran(good, proved), ran(bad, broken), { type: 'patchesRanked', ranking } as const],
	];
}

describe('what the tests say about a patch', () => {
	const folder = new TestFolder();
	const run = () => foldRun(numbered(events()));
	const passes = '340 tests pass as before; 1 test failed before; flaky: test_a.py::test_now';
	const breaks = '339 tests pass as before; breaks test_a.py::test_b; 1 test failed before';

	it('is in the rows of the view, with counts and names', () => {
		const { run: clipped } = clipRun(run());
		assert.doesNotMatch(JSON.stringify(clipped), /def test_b/);
		const view = viewOfRun(clipped, { patches: shownPatches(run()) });
		const open = { 'phase:review': true, 'patch:p1': true, 'patch:p2': true };
		const rows = rowsText(flattenTree(runItems(view), open)).join('\n');
		assert.ok(rows.includes(`Tests: ${passes}`), rows);
		assert.ok(rows.includes(`Tests: ${breaks}`), rows);
		assert.match(rows, /Patch 2, .*breaks test_a\.py::test_b/);
		assert.match(rows, /Why first: It breaks no test; the next one breaks 1\./);
		assert.match(rows, /Left out: repro\.py \(a reproducer\)/);
		const details = shownPatches(run())[1]?.evidence.find(({ label }) => label === 'Tests')?.details ?? '';
		assert.match(details, /test_a\.py::test_b fails\ndef test_b\(\):\nE {2}assert 1 == 2/);
	});

	it('is in the Markdown', () => {
		const text = runMarkdown(run());
		assert.ok(text.includes(`- Tests: ${passes}`), text);
		assert.ok(text.includes(`- Tests: ${breaks}`), text);
	});

	it('is on the command line', async () => {
		const runs = new RunFiles(folder.path(), new RecordedLog());
		for (const event of numbered(events())) {
			await runs.append(runId, event);
		}
		await runs.close();
		const { stdout } = await faultlineCli(['runs', 'show', runId], { env: { FAULTLINE_STORAGE: folder.path() } });
		assert.match(stdout, /^ {4}Verdict: breaks test_a\.py::test_b$/m);
		assert.match(stdout, /^ {4}Why first: It breaks no test; the next one breaks 1\.$/m);
		assert.match(stdout, /^ {4}Left out: repro\.py \(a reproducer\)$/m);
	});
});
