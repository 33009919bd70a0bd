import assert from 'node:assert/strict';
import { foldRun, type Run } from '../../src/core/model/run';
import type { RunEvent } from '../../src/core/model/runEvent';
import { RunLog } from '../../src/core/runLog';
import { MemoryRuns } from '../support/memoryRuns';
import { runStarted } from '../support/runEvents';

describe('RunLog', () => {
	let store: MemoryRuns;
	let log: RunLog;

	beforeEach(() => {
		let at = 100;
		store = new MemoryRuns();
		log = RunLog.start(store, { now: () => at++ }, 'a');
	});

	const stored = () => store.events.get('a') ?? [];

	it('numbers events from 1 and stamps them with the time', async () => {
		await log.emit('run', runStarted('a'));
		await log.emit('run', { type: 'indexed', nFiles: 1, nSymbols: 2 });
		assert.deepEqual(
			stored().map(({ v, seq, at, node, type }) => [v, seq, at, node, type]),
			[
				[1, 1, 100, 'run', 'runStarted'],
				[1, 2, 101, 'run', 'indexed'],
			],
		);
	});

	it('is the fold of what was stored, at every event', async () => {
		const runs: Run[] = [];
		log.onEvent((_event, run) => runs.push(run));
		await log.emit('run', runStarted('a'));
		await log.emit('r1', { type: 'nodeOpened', parent: 'run', kind: 'round', title: 'one' });
		await log.emit('run', { type: 'runEnded', outcome: 'done' });
		assert.deepEqual(
			runs,
			[1, 2, 3].map(count => foldRun(stored().slice(0, count))),
		);
		assert.deepEqual(log.run, runs.at(-1));
	});

	it('keeps events in the order of the calls, whether they are awaited or not', async () => {
		const bodies = Array.from({ length: 20 }, (_, at) => ({ type: 'reasoned', text: String(at) }) as const);
		await log.emit('run', runStarted('a'));
		await Promise.all(bodies.map(body => log.emit('run', body)));
		assert.deepEqual(
			stored()
				.slice(1)
				.map(event => event.type === 'reasoned' && event.text),
			bodies.map(({ text }) => text),
		);
	});

	it('shows nobody an event that is not stored, and uses its number for the next', async () => {
		const seen: RunEvent[] = [];
		log.onEvent(event => seen.push(event));
		await log.emit('run', runStarted('a'));
		store.failing = true;
		await assert.rejects(log.emit('run', { type: 'reasoned', text: 'lost' }), /disk is full/);
		store.failing = false;
		await log.emit('run', { type: 'reasoned', text: 'kept' });
		assert.deepEqual(seen, stored());
		assert.deepEqual(
			seen.map(({ seq }) => seq),
			[1, 2],
		);
		assert.deepEqual(log.run.nodes[0]?.reasoning, ['kept']);
	});

	it('stores on when a listener fails, and tells who emitted', async () => {
		const stop = log.onEvent(() => {
			throw new Error('a view broke');
		});
		await assert.rejects(log.emit('run', runStarted('a')), /a view broke/);
		stop();
		await log.emit('run', { type: 'runEnded', outcome: 'done' });
		assert.deepEqual(
			stored().map(({ seq }) => seq),
			[1, 2],
		);
	});

	it('goes on with a stored run after its last event', async () => {
		await log.emit('run', runStarted('a'));
		await log.emit('run', { type: 'runEnded', outcome: 'cancelled', message: 'stopped' });
		const again = await RunLog.reopen(store, { now: () => 500 }, 'a');
		assert.deepEqual(again.run, log.run);
		await again.emit('run', { type: 'runResumed' });
		assert.deepEqual([again.run.state, again.run.message, again.run.lastSeq], ['running', undefined, 3]);
		assert.deepEqual(foldRun(stored()), again.run);
	});

	it('stops calling back who no longer listens', async () => {
		let nCalls = 0;
		const stop = log.onEvent(() => nCalls++);
		await log.emit('run', runStarted('a'));
		stop();
		await log.emit('run', { type: 'runEnded', outcome: 'done' });
		assert.equal(nCalls, 1);
	});
});
