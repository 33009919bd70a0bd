import assert from 'node:assert/strict';
import { foldRun } from '../../src/core/model/run/runFold';
import { roundsOf } from '../../src/core/model/run/runTree';
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
	...{ detail: 'simple', maxLocations: 10, clipped: [], answers: new Map() },
};

function rowsOf(changes: Partial<RunView> = {}, toggles: Record<string, boolean> = {}) {
	return flattenTree(runItems({ ...view, ...changes }), toggles);
}

function draw(changes: Partial<RunView> = {}, toggles: Record<string, boolean> = {}): string[] {
	return rowsText(rowsOf(changes, toggles));
}

describe('runItems of a run with a model', () => {
	it('shows each round in one line with what it cost, and a branch with the rounds that went on from there', () => {
		assert.deepEqual(draw().slice(0, 7), [
			'+ Issue: Totals are wrong',
			'+ Round 1: Looked for total: 1 found, 1.4k tokens',
			'. Round 2: Gave no call, 1.4k tokens, estimated',
			'- Feedback: Look at the entries., after round 1',
			'  . Round 2a: Not finished, stopped',
			'. All 2 rounds are used up.',
			'- 2 locations, Provisional: the model had not finished',
		]);
	});

	it('opens a round to what the model said, its tries, its calls and what is worth knowing', () => {
		assert.deepEqual(draw({}, { 'node:r1': true }).slice(1, 6), [
			'- Round 1: Looked for total: 1 found, 1.4k tokens',
			'  . models.example is busy. Try 2 in 7 s.',
			'  . The clock looks wrong.',
			'  + search_method("minutes_between"), 1 place',
			'  . Left out the 2 oldest results.',
		]);
	});

	it('shows in full detail each request with its tokens, and answers for machines as they are', () => {
		const rows = draw({ detail: 'full' });
		assert.deepEqual(rows.slice(1, 5), [
			'- Round 1: Looked for total: 1 found, 1.4k tokens',
			"  - Asked to choose searches, 1,300 tokens in (1,000 from the server's cache), 100 out",
			'    . models.example is busy. Try 2 in 7 s.',
			'    . The clock looks wrong.',
		]);
		assert.ok(rows.includes('    . {"bug_locations": []}'), rows.join('\n'));
		assert.ok(rows.includes('    . Asked to search or name locations, stopped'), rows.join('\n'));
	});

	it('says of the round that goes on what it is doing, and what the model is saying', () => {
		const node = roundsOf(view.run).at(-1)?.id ?? assert.fail();
		const streamed = { node, text: 'I think that' };
		const going = rowsOf({ session: live, streamed }).find(({ id }) => id === `node:${node}`);
		assert.equal(going?.label, 'Round 2a: Asking the model to search or name locations, running');
		assert.equal(going.content.kind === 'node' && going.content.coming, 'I think that');
		assert.equal(
			rowsOf({ session: ended, streamed }).some(
				({ content }) => content.kind === 'node' && content.coming !== undefined,
			),
			false,
		);
	});

	it('says that a busy server is asked again', () => {
		const run = foldRun(exampleModelEvents('modelFailed'));
		assert.match(draw({ run, session: live })[1] ?? '', /^\+ Round 1: Asking again, try 2: choose searches, running$/);
	});

	it('says which call of a round is made', () => {
		const run = foldRun(exampleModelEvents('toolCalled'));
		assert.match(draw({ run, session: live })[1] ?? '', /^\+ Round 1: search_method\("minutes_between"\), running/);
	});

	it('tells a round that waits for the person from one that goes on', () => {
		const run = { ...view.run, state: 'paused' as const };
		assert.match(draw({ run, session: live })[4] ?? '', /, waiting$/);
	});

	it('keeps the locations so far closed while the model goes on', () => {
		const rows = draw({ session: live });
		assert.equal(rows.at(-1), '+ 2 locations, So far: the model is still searching');
	});

	it('shows the issue as the person changed it', () => {
		const { run } = view;
		const brief = { title: '', prose: '', codeBlocks: [], tracebacks: [], names: [], strings: [], paths: [] };
		const edited = { ...run, brief: { ...brief, expectations: [], edited: 'Only this.' } };
		assert.deepEqual(draw({ run: edited }, { issue: true }).slice(0, 2), [
			'- Issue: Totals are wrong, changed before it was sent',
			'  . Only this.',
		]);
	});

	it('gives every row an id of its own', () => {
		const all = rowsOf({ detail: 'full' }, { issue: true });
		assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
	});

	it('tells rows of the same request in two branches apart', () => {
		const run = exampleModelRun();
		const [first = assert.fail()] = roundsOf(run);
		const again = { ...first, id: 'again', parent: first.id };
		const rows = rowsOf({ run: { ...run, nodes: { ...run.nodes, again } }, detail: 'full' });
		assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
	});
});
