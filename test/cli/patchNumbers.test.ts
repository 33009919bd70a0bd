import assert from 'node:assert/strict';
import { shownPatches } from '../../src/patches/pure/acceptance/shownPatches';
import { RunFiles } from '../../src/runs/node/runFiles';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { statusText } from '../../src/runs/pure/fold/runResult';
import { runMarkdown } from '../../src/sharing/pure/report/runMarkdown';
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
const better = patchOf('p2', { path: 'better.txt', before: 'a\n', after: 'b\n' });
const worse = patchOf('p1', { path: 'worse.txt', before: 'a\n', after: 'c\n' });

/** A run whose second patch is the best: each is written in a stage of its own. */
function events(): RunEventBody[] {
	const [started, ...others] = patchRunEvents(runId, 'title', [better, worse]);
	const isOf = (event: RunEventBody) => event.type === 'patchWritten';
	return [{ ...started, goal: 'fix' } as RunEventBody, ...others.filter(event => !isOf(event))];
}

function allEvents() {
	const stages = [worse, better].flatMap((patch): [string, RunEventBody][] => [
		[patch.id, { type: 'nodeOpened', parent: 'run', key: patch.id, kind: 'stage', title: 'Write a patch' }],
		[patch.id, { type: 'patchWritten', patch }],
		[patch.id, { type: 'nodeClosed', summary: `Wrote a patch of ${patch.files[0]?.path}` }],
	]);
	const [started, ...others] = events().map((body): [string, RunEventBody] => ['run', body]);
	assert.ok(started);
	return [started, ...stages, ...others].map(([node, body], at) => ({
		...numbered([body])[0],
		...{ seq: at + 1, node },
		...body,
	})) as ReturnType<typeof numbered>;
}

describe('the numbers of patches', () => {
	const folder = new TestFolder();
	const run = () => foldRun(allEvents());

	it('are those of the ranking in the rows of the trajectory and in the list', () => {
		const view = viewOfRun(run(), { patches: shownPatches(run()) });
		const rows = rowsText(flattenTree(runItems(view), { 'phase:patch': true })).map(row => row.trim().slice(2));
		assert.ok(rows.includes('Patch 2: Wrote a patch of worse.txt'), rows.join('\n'));
		assert.ok(rows.includes('Patch 1: Wrote a patch of better.txt'), rows.join('\n'));
		const attempt = flattenTree(runItems(view), { 'phase:patch': true, 'node:p1': true });
		assert.ok(rowsText(attempt).includes('    . worse.txt, +1 −1'), rowsText(attempt).join('\n'));
		const listed = rows.filter(row => /^Patch \d,/.test(row)).map(row => /^Patch \d, .*? in \w+\.txt/.exec(row)?.[0]);
		assert.deepEqual(listed, ['Patch 1, +1 −1 in better.txt', 'Patch 2, +1 −1 in worse.txt']);
	});

	it('are the same in Markdown and in the status bar', () => {
		const headings = runMarkdown(run())
			.split('\n')
			.filter(line => line.startsWith('### Patch'));
		assert.deepEqual(headings, [
			'### Patch 1: +1 −1 in better.txt · reproducer fails before, passes after',
			'### Patch 2: +1 −1 in worse.txt · reproducer still fails with it',
		]);
		assert.equal(statusText(run(), shownPatches(run()), 10), 'Patch 1 ready to review');
	});

	it('are the same on the command line', async () => {
		const runs = new RunFiles(folder.path(), new RecordedLog());
		for (const event of allEvents()) {
			await runs.append(runId, event);
		}
		await runs.close();
		const env = { FAULTLINE_STORAGE: folder.path() };
		const { stdout } = await faultlineCli(['runs', 'show', runId], { env });
		const heads = stdout.split('\n').filter(line => /^Patch \d/.test(line));
		assert.deepEqual(heads, ['Patch 1  better.txt', 'Patch 2  worse.txt']);
		assert.match(stdout, /^ {4}Verdict: reproducer fails before, passes after$/m);
		const { patches } = JSON.parse((await faultlineCli(['runs', 'show', runId, '--json'], { env })).stdout);
		const named = patches.map((patch: { number: number; files: string[] }) => [patch.number, ...patch.files]);
		assert.deepEqual(named, [
			[1, 'better.txt'],
			[2, 'worse.txt'],
		]);
	});
});
