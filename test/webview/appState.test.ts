import assert from 'node:assert/strict';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { announcement } from '../../src/webview/announcement';
import { type AppState, initialState, receive } from '../../src/webview/appState';
import type { Snapshot, ToWebview } from '../../src/webview/protocol/messages';
import { freshViewState, readViewState } from '../../src/webview/viewState';
import { exampleModelEvents } from '../support/exampleModelRun';
import { exampleEvents } from '../support/exampleRun';

const all = exampleEvents();

function snapshot(nEvents: number): Snapshot {
	return {
		type: 'snapshot',
		...(nEvents === 0 ? {} : { run: foldRun(all.slice(0, nEvents)) }),
		...{
			clipped: [],
			session: { live: true, resumable: false, pausing: false },
			status: { state: 'idle' },
			detail: 'simple',
		},
		...{ maxLocations: 10, patches: [] },
		...{ limits: { maxRounds: 15, caps: {} }, model: { label: 'Embedded' }, isTrusted: true, lines: {} },
	};
}

function another(): Snapshot {
	const other = snapshot(8);
	return { ...other, ...(other.run && { run: { ...other.run, id: 'another' } }) };
}

function events(from: number, to: number): ToWebview {
	return { type: 'events', events: all.slice(from - 1, to), clipped: [] };
}

function receiveAll(...messages: readonly ToWebview[]): AppState | undefined {
	return messages.reduce<AppState | undefined>((state, message) => state && receive(state, message), initialState);
}

describe('receive', () => {
	it('has the state of the host after a snapshot and later events', () => {
		assert.deepEqual(receiveAll(snapshot(3), events(4, 9), events(10, all.length))?.run, foldRun(all));
	});

	it('starts a run from events alone', () => {
		assert.deepEqual(receiveAll(snapshot(0), events(1, all.length))?.run, foldRun(all));
	});

	it('skips events the snapshot already contained', () => {
		assert.deepEqual(receiveAll(snapshot(6), events(4, 8))?.run, foldRun(all.slice(0, 8)));
	});

	it('asks for a snapshot when an event is missing', () => {
		assert.equal(receiveAll(snapshot(3), events(5, 6)), undefined);
	});

	it('waits for the snapshot before it folds anything', () => {
		assert.equal(receiveAll(events(4, 5))?.run, undefined);
	});

	it('forgets fetched answers with another run, and keeps them with the same', () => {
		const answer = { type: 'answer', node: 'r1', call: 'c1', text: 'all', places: [] } as const;
		assert.equal(receiveAll(snapshot(7), answer, snapshot(8))?.answers.size, 1);
		assert.equal(receiveAll(snapshot(7), answer, another())?.answers.size, 0);
	});

	it('forgets the run when none is shown', () => {
		assert.equal(receiveAll(snapshot(7), snapshot(0))?.run, undefined);
	});

	it('keeps why an issue was refused until the next run', () => {
		const refused: ToWebview = { type: 'issueRefused', message: 'empty' };
		assert.equal(receiveAll(snapshot(0), refused, { type: 'detail', detail: 'full' })?.refusal?.message, 'empty');
		assert.equal(receiveAll(snapshot(0), refused, snapshot(1))?.refusal?.message, undefined);
	});
});

describe('receive of streamed text', () => {
	const streamed: ToWebview = { type: 'streamed', node: 'r1', text: 'It is the cl' };
	const model = exampleModelEvents();
	const upTo = (type: string) =>
		model.slice(
			0,
			model.findIndex(event => event.type === type),
		);
	const asked = (): ToWebview => ({ type: 'events', events: upTo('modelFailed'), clipped: [] });
	const next = (type: string): ToWebview => ({
		...{ type: 'events', clipped: [] },
		events: model.filter(event => event.type === type).slice(0, 1),
	});

	it('replaces earlier text with the newest', () => {
		const state = receiveAll(snapshot(0), asked(), streamed, { ...streamed, text: 'It is the clock' });
		assert.deepEqual(state?.streamed, { node: 'r1', text: 'It is the clock' });
	});

	it('forgets them after a failed attempt or the complete answer', () => {
		assert.equal(receiveAll(snapshot(0), asked(), streamed, next('modelFailed'))?.streamed, undefined);
		const rest: ToWebview = { type: 'events', events: upTo('toolCalled'), clipped: [] };
		assert.equal(receiveAll(snapshot(0), asked(), streamed, rest)?.streamed, undefined);
	});

	it('keeps them while something else happens', () => {
		const noted = { v: 2, seq: upTo('modelFailed').length + 1, at: 1, node: 'run', type: 'noted', text: 'x' } as const;
		const state = receiveAll(snapshot(0), asked(), streamed, { type: 'events', events: [noted], clipped: [] });
		assert.ok(state?.streamed);
	});

	it('forgets them with a snapshot', () => {
		assert.equal(receiveAll(snapshot(0), asked(), streamed, snapshot(3))?.streamed, undefined);
	});
});

describe('receive of what a search found', () => {
	const part = (text: string, nBefore: number, nodes: readonly string[], isLast = true): ToWebview => ({
		...{ type: 'found', text, nBefore, nodes, isLast },
	});
	const known = (...messages: readonly ToWebview[]) => receiveAll(snapshot(7), ...messages)?.found;

	it('joins the parts, and drops those of the search before', () => {
		const parts = [part('sum', 0, ['r1', 'r2'], false), part('sum', 2, ['r3'], false), part('sum', 3, [])];
		assert.deepEqual(known(...parts), { text: 'sum', nodes: ['r1', 'r2', 'r3'], isComplete: true });
		assert.deepEqual(known(...parts.slice(0, 2), part('max', 0, ['r2'], false)), {
			...{ text: 'max', nodes: ['r2'], isComplete: false },
		});
		const begunAgain = [part('sum', 0, ['r1', 'r2'], false), part('sum', 0, ['r1'], false), part('sum', 1, ['r4'])];
		assert.deepEqual(known(...begunAgain)?.nodes, ['r1', 'r4']);
	});

	it('shows what a complete search found until one for the same text is complete, as the run grows', () => {
		const before = part('sum', 0, ['r1', 'r2']);
		const coming = part('sum', 0, ['r1'], false);
		assert.deepEqual(known(before, coming)?.nodes, ['r1', 'r2']);
		assert.deepEqual(known(before, coming, part('sum', 1, ['r2', 'r3']))?.nodes, ['r1', 'r2', 'r3']);
		assert.deepEqual(known(before, part('max', 0, [], false))?.nodes, []);
	});

	it('keeps it with a snapshot of the run, and forgets it with one of another run', () => {
		const begun = part('sum', 0, ['r1'], false);
		assert.deepEqual(known(begun, snapshot(8), part('sum', 1, ['r2']))?.nodes, ['r1', 'r2']);
		assert.equal(known(part('sum', 0, ['r1']), another()), undefined);
		assert.deepEqual(known(begun, another(), part('sum', 0, ['r5']))?.nodes, ['r5']);
	});
});

describe('readViewState', () => {
	it('restores saved state', () => {
		const saved = {
			...freshViewState,
			runId: 'r',
			detail: 'full',
			toggles: { a: true },
			draft: 'text',
			composing: true,
			hidden: { runId: 'r', types: ['edit'] },
			search: 'sum',
			hasMap: false,
			mapHeightPx: 240,
			moved: { runId: 'r', viewport: { x: -20, y: 0.5, scale: 0.3 } },
			review: { runId: 'r', text: 'edited' },
			feedback: { runId: 'r', round: 'r1', text: 'look there' },
		};
		assert.deepEqual(readViewState(JSON.parse(JSON.stringify(saved))), saved);
	});

	it('keeps the valid fields of state from another version', () => {
		assert.deepEqual(readViewState(undefined), freshViewState);
		assert.deepEqual(readViewState('text'), freshViewState);
		const odd = {
			draft: 7,
			toggles: { a: 'yes', b: false },
			detail: 'huge',
			feedback: { text: 'x' },
			review: 'x',
			hidden: { runId: 'r', types: 'edit' },
			search: ['sum'],
			hasMap: 'no',
			mapHeightPx: -1,
			moved: { runId: 'r', viewport: { x: 1, y: '2', scale: 1 } },
		};
		assert.deepEqual(readViewState(odd), {
			...freshViewState,
			toggles: { b: false },
		});
	});
});

describe('announcement', () => {
	const announced = (nEvents: number, live: boolean) => announcement(foldRun(all.slice(0, nEvents)), live, 10);

	it('is one sentence per round', () => {
		assert.equal(announced(5, true), 'Locating the bug.');
		assert.equal(announced(8, true), 'Round 1: Read 1 definition in clock.py, 1 new suspect');
		assert.equal(announced(9, true), 'Round 1: Read 1 definition in clock.py, 1 new suspect');
		assert.equal(announced(12, true), 'Round 2: Looked for 1 phrase, nothing found');
	});

	it('reports the result at the end', () => {
		assert.equal(announced(all.length, false), 'Done: 2 locations.');
		assert.equal(announced(8, false), 'The run was interrupted with 0 locations.');
		assert.equal(announcement(undefined, false, 10), '');
	});
});
