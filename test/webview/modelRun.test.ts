import assert from 'node:assert/strict';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { roundsOf } from '../../src/runs/pure/fold/runTree';
import { runItems } from '../../src/webview/rows/runItems';
import type { RunView } from '../../src/webview/rows/runView';
import { flattenTree } from '../../src/webview/tree/flattenTree';
import { exampleModelEvents, exampleModelRun } from '../support/exampleModelRun';
import { rowsText } from './rowsText';

const live = { live: true, resumable: false, pausing: false };
const ended = { live: false, resumable: true, pausing: false };

const view: RunView = {
	run: exampleModelRun(),
	session: ended,
	...{ detail: 'simple', maxLocations: 10, patches: [], clipped: new Set(), answers: new Map(), lines: {} },
};

function rowsOf(changes: Partial<RunView> = {}, toggles: Record<string, boolean> = {}) {
	return flattenTree(runItems({ ...view, ...changes }), toggles);
}

/** The rows in the first section. */
function draw(changes: Partial<RunView> = {}, toggles: Record<string, boolean> = {}): string[] {
	return rowsText(rowsOf(changes, toggles))
		.slice(1)
		.map(row => row.slice(2));
}

describe('runItems of a run with a model', () => {
	it('shows each round in one line with what it cost, and a branch with its rounds', () => {
		assert.deepEqual(draw().slice(0, 7), [
			'+ Issue: Totals are wrong',
			'+ Round 1: Looked for total: 1 found, 1.4k tokens',
			'. Round 2: Gave no call, 1.4k tokens, estimated',
			'- Feedback: Look at the entries., after round 1, No location: The run was interrupted.',
			'  . Round 2a: Not finished, stopped',
			'. All 2 rounds are used up.',
			'- 2 locations, Provisional: the model had not finished',
		]);
	});

	it('opens a round to the text of the model, failed attempts, calls and notes', () => {
		assert.deepEqual(draw({}, { 'node:r1': true }).slice(1, 6), [
			'- Round 1: Looked for total: 1 found, 1.4k tokens',
			'  . models.example is busy. Attempt 2 in 7 s.',
			'  . The clock looks wrong.',
			'  + search_method("minutes_between"), 1 place',
			'  . Left out the 2 oldest results.',
		]);
	});

	it('shows in full detail each request with its tokens, and answers for machines unchanged', () => {
		const rows = draw({ detail: 'full' });
		assert.deepEqual(rows.slice(1, 5), [
			'- Round 1: Looked for total: 1 found, 1.4k tokens',
			"  - Asked to choose searches, 1,300 tokens in (1,000 from the server's cache), 100 out",
			'    . models.example is busy. Attempt 2 in 7 s.',
			'    . The clock looks wrong.',
		]);
		assert.ok(rows.includes('    . {"bug_locations": []}'), rows.join('\n'));
		assert.ok(rows.includes('    . Asked to search or name locations, stopped'), rows.join('\n'));
	});

	it('shows the activity of a running round, and the streamed text', () => {
		const node = roundsOf(view.run).at(-1)?.id ?? assert.fail();
		const streamed = { node, text: 'I think that' };
		const running = rowsOf({ session: live, streamed }).find(({ id }) => id === `node:${node}`);
		assert.equal(running?.label, 'Round 2a: Asking the model to search or name locations, running');
		assert.equal(running.content.kind === 'node' && running.content.coming, 'I think that');
		assert.equal(
			rowsOf({ session: ended, streamed }).some(
				({ content }) => content.kind === 'node' && content.coming !== undefined,
			),
			false,
		);
	});

	it('shows that a request to a busy server is repeated, and why', () => {
		const run = foldRun(exampleModelEvents('modelFailed'));
		assert.match(draw({ run, session: live })[1] ?? '', /^\+ Round 1: \S.*\. Attempt 2: choose searches, running$/);
	});

	it('shows the running call of a round', () => {
		const run = foldRun(exampleModelEvents('toolCalled'));
		assert.match(draw({ run, session: live })[1] ?? '', /^\+ Round 1: search_method\("minutes_between"\), running/);
	});

	it('distinguishes a round that waits for the user from a running one', () => {
		const run = { ...view.run, state: 'paused' as const };
		assert.match(draw({ run, session: live })[4] ?? '', /, waiting$/);
	});

	it('keeps the locations so far closed while the model is searching', () => {
		assert.equal(draw({ session: live }).at(-1), '+ 2 locations, So far: the model is still searching');
	});

	it('shows the issue as the user edited it', () => {
		const { run } = view;
		const brief = { title: '', prose: '', codeBlocks: [], tracebacks: [], names: [], strings: [], paths: [] };
		const edited = { ...run, brief: { ...brief, expectations: [], edited: 'Only this.' } };
		assert.deepEqual(draw({ run: edited }, { issue: true }).slice(0, 2), [
			'- Issue: Totals are wrong, changed before it was sent',
			'  . Only this.',
		]);
	});

	it('gives every row a unique id', () => {
		const all = rowsOf({ detail: 'full' }, { issue: true });
		assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
	});

	it('gives rows of the same request in two branches different ids', () => {
		const run = exampleModelRun();
		const [first = assert.fail()] = roundsOf(run);
		const again = { ...first, id: 'again', parent: first.id };
		const rows = rowsOf({ run: { ...run, nodes: { ...run.nodes, again } }, detail: 'full' });
		assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
	});
});
