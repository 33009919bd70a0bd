import assert from 'node:assert/strict';
import { foldRun } from '../../../src/runs/pure/fold/runFold';
import { clipRun } from '../../../src/webview/protocol/clip';
import { rowIds } from '../../../src/webview/rows/rowIds';
import { runItems } from '../../../src/webview/rows/runItems';
import type { RunView } from '../../../src/webview/rows/runView';
import { flattenTree } from '../../../src/webview/tree/flattenTree';
import { exampleCulprit } from '../../support/exampleCulprit';
import { exampleEvents, exampleRun } from '../../support/exampleRun';
import { viewOfRun } from '../../support/viewOfRun';
import { rowsText } from '../rowsText';

const view = viewOfRun(exampleRun());

/** The rows in the first section. */
function draw(changes: Partial<RunView> = {}, toggles: Record<string, boolean> = {}): string[] {
	return rowsText(flattenTree(runItems({ ...view, ...changes }), toggles))
		.slice(1)
		.map(row => row.slice(2));
}

describe('runItems', () => {
	it('shows the issue, the rounds and the locations, and nothing else, in simple detail', () => {
		assert.deepEqual(draw(), [
			'+ Issue: Totals are wrong after midnight',
			'+ Round 1: Read 1 definition in clock.py, 1 new suspect',
			'+ Round 2: Looked for 1 phrase, nothing found',
			'- 2 locations',
			'  + minutes_between, location 1, most suspicious, tally/clock.py:21-23. An entry should count as 2:45.',
			'  + Entry.minutes, location 2, slightly suspicious, tally/entries.py:24-26. Minutes should not be negative.',
		]);
	});

	it('shows reasoning, calls, places, raw answers and evidence in full detail', () => {
		assert.deepEqual(draw({ detail: 'full' }).slice(1, 9), [
			'- Round 1: Read 1 definition in clock.py, 1 new suspect',
			'  . The issue names minutes_between.',
			'  - search_method("minutes_between"), 1 place',
			'    . minutes_between, tally/clock.py:21-23',
			'    . Answer: Found 1 definition.',
			'- Round 2: Looked for 1 phrase, nothing found',
			'  - search_code("mid \\"night\\""), nothing found',
			'    . Answer: No line holds that. Near: midday',
		]);
		assert.deepEqual(draw({ detail: 'full' }).slice(-3), [
			'    . Shares words with the issue',
			'  - Entry.minutes, location 2, slightly suspicious, tally/entries.py:24-26. Minutes should not be negative.',
			'    . Calls minutes_between, Round 2',
		]);
	});

	it('opens a round in simple detail to its calls, and a call to its places without the raw text', () => {
		assert.deepEqual(draw({}, { 'node:r1': true, 'call:r1:c1': true }).slice(1, 5), [
			'- Round 1: Read 1 definition in clock.py, 1 new suspect',
			'  . The issue names minutes_between.',
			'  - search_method("minutes_between"), 1 place',
			'    . minutes_between, tally/clock.py:21-23',
		]);
	});

	it('shows the advice of a call without a result in simple detail too', () => {
		const rows = draw({}, { 'node:r2': true, 'call:r2:c1': true });
		assert.ok(rows.includes('    . Answer: No line holds that. Near: midday'), rows.join('\n'));
	});

	it('shows the brief below the issue', () => {
		assert.deepEqual(draw({}, { issue: true }).slice(0, 8), [
			'- Issue: Totals are wrong after midnight',
			'  - Understood: 1 expectation, 1 name, 1 path, 1 quoted string, 1 traceback',
			'    . Expected: An entry should count as 2:45.',
			'    . Names: minutes_between',
			'    . Paths: tally/clock.py:12',
			'    . Quoted: -21:15',
			'    . Traceback: ValueError: negative',
			'  . Totals are wrong after midnight',
		]);
	});

	it('shows the commit that broke it in the brief, once it is known', () => {
		const rows = draw({ run: { ...view.run, culprit: exampleCulprit } }, { issue: true });
		assert.ok(rows.includes('    . Broke by: abc1234567 Count minutes | fixes #7'), rows.join('\n'));
	});

	it('distinguishes a running round from an interrupted one', () => {
		const run = foldRun(exampleEvents().slice(0, 6));
		const live = { live: true, resumable: false, pausing: false };
		const [, running] = draw({ run, session: live }, { 'node:r1': true });
		assert.equal(running, '- Round 1: Reading the names of the issue, running');
		const rows = draw({ run }, { 'node:r1': true });
		assert.deepEqual(rows.slice(1), [
			'- Round 1: Reading the names of the issue, stopped',
			'  . The issue names minutes_between.',
			'  . search_method("minutes_between"), stopped',
		]);
	});

	it('keeps a dismissed location in its place and marks it', () => {
		const run = { ...view.run, dismissed: ['tally/clock.py#minutes_between'] };
		assert.match(draw({ run })[4] ?? '', /minutes_between, location 1, dismissed as not the bug/);
	});

	it('shows at most the requested number of locations', () => {
		assert.equal(draw({ maxLocations: 1 }).length, 5);
	});

	it('counts the places of a cut answer as a minimum until the complete answer arrives', () => {
		const places = Array.from({ length: 99 }, (_, at) => ({ file: `f${at}.py`, startLine: 1, endLine: 1 }));
		const answered = exampleEvents().map(event =>
			event.type === 'toolAnswered' && event.ok ? { ...event, places } : event,
		);
		const { run, clipped: cut } = clipRun(foldRun(answered));
		const clipped = new Set(cut.map(rowIds.call));
		const open = { 'node:r1': true };
		assert.match(draw({ run, clipped }, open)[3] ?? '', /, 30 places or more$/);
		const answer = { type: 'answer', node: 'r1', call: 'c1', text: 'all', places } as const;
		const answers = new Map([['call:r1:c1', answer]]);
		assert.match(draw({ run, clipped, answers }, open)[3] ?? '', /, 99 places$/);
	});

	it('gives every row a unique id', () => {
		const all = flattenTree(runItems({ ...view, detail: 'full' }), { issue: true });
		assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
	});
});
