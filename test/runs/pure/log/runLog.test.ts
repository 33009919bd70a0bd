import assert from 'node:assert/strict';
import type { RunEvent } from '../../../../src/runs/pure/events/runEvent';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import { MemoryRuns } from '../../../support/memoryRuns';
import { runStarted } from '../../../support/runEvents';

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
				[2, 1, 100, 'run', 'runStarted'],
				[2, 2, 101, 'run', 'indexed'],
			],
		);
	});

	it('is the fold of what was stored, at every event', async () => {
		const runs: Run[] = [];
		log.onEvent((_event, run) => runs.push(structuredClone(run)));
		await log.emit('run', runStarted('a'));
		await log.open('run', { key: 'round', kind: 'round', title: 'one' });
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
		assert.deepEqual(log.run.nodes.run?.reasoning, ['kept']);
	});

	it('keeps storing when a listener fails, and reports it to the emitter', async () => {
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

	it('continues a stored run after its last event', async () => {
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

	describe('records and replays', () => {
		const round = { key: 'round', kind: 'round', title: 'Round 1' } as const;
		const noted = (text: string) => async () => ({ type: 'noted', text }) as const;
		/** The log as another session sees it. */
		const resumed = async () => {
			const again = await RunLog.reopen(store, { now: () => 500 }, 'a');
			await again.emit('run', { type: 'runResumed' });
			return again;
		};

		beforeEach(() => log.emit('run', runStarted('a')));

		it('opens a node once for all callers, and distinguishes siblings by their key', async () => {
			const same = await Promise.all([log.open('run', round), log.open('run', round)]);
			const other = await log.open('run', { ...round, key: 'round 2' });
			assert.deepEqual(same, ['n1', 'n1']);
			assert.equal(other, 'n2');
			assert.equal(await (await resumed()).open('run', round), 'n1');
			assert.equal(await (await resumed()).open('n1', round), 'n3');
		});

		it('makes a step once for one input, whatever the order of its keys', async () => {
			const node = await log.open('run', round);
			await log.step(node, 'look', { a: 1, b: [2] }, noted('first'));
			const again = await resumed();
			const replayed = await again.step(node, 'look', { b: [2], a: 1 }, noted('second'));
			assert.equal(replayed.text, 'first');
			assert.equal(again.run.nodes[node]?.notes.length, 1);
		});

		it('makes a step again where the key, the input or the node is another', async () => {
			const [a, b] = [await log.open('run', round), await log.open('run', { ...round, key: 'b' })];
			await log.step(a, 'look', 1, noted('one'));
			for (const [node, key, input] of [
				[a, 'look 2', 1],
				[a, 'look', 2],
				[b, 'look', 1],
			] as const) {
				assert.equal((await log.step(node, key, input, noted('other'))).text, 'other');
			}
		});

		it('notes that a step is repeated because its input has changed since the run was resumed', async () => {
			const node = await log.open('run', round);
			await log.step(node, 'look', 'old', noted('one'));
			await log.step(node, 'look', 'older', noted('two'));
			const again = await resumed();
			await again.step(node, 'look', 'old', noted('never made'));
			await again.step(node, 'look', 'new', noted('three'));
			await again.step(node, 'weigh', 'new', noted('four'));
			assert.deepEqual(again.run.nodes[node]?.notes, [
				'one',
				'two',
				'Repeated, because its input has changed since it was recorded: look.',
				'three',
				'four',
			]);
		});

		it('emits an event once, and another one of its kind without a word about it', async () => {
			const node = await log.open('run', round);
			await Promise.all(['one', 'one'].map(text => log.once(node, { type: 'reasoned', text })));
			const again = await resumed();
			await again.once(node, { type: 'reasoned', text: 'other' });
			await again.once(node, { type: 'reasoned', text: 'one' });
			assert.deepEqual([again.run.nodes[node]?.reasoning, again.run.nodes[node]?.notes], [['one', 'other'], []]);
		});

		it('keeps no output of a step that failed', async () => {
			await assert.rejects(
				log.step('run', 'look', 1, () => Promise.reject(new Error('no network'))),
				/no network/,
			);
			assert.equal((await (await resumed()).step('run', 'look', 1, noted('made'))).text, 'made');
		});

		it('makes a step once though two callers ask at the same time', async () => {
			let nMade = 0;
			const make = async () => ({ type: 'noted', text: String(++nMade) }) as const;
			const both = await Promise.all([log.step('run', 'look', 1, make), log.step('run', 'look', 1, make)]);
			assert.deepEqual(
				both.map(({ text }) => text),
				['1', '1'],
			);
		});

		it('gives ids that nothing has, also after one was given and not used', async () => {
			assert.equal(log.newId('p'), 'p1');
			await log.emit('run', { type: 'patchWritten', patch: { id: log.newId('p'), diff: '', files: [] } });
			const again = await resumed();
			assert.deepEqual([again.newId('p'), again.newId('p')], ['p1', 'p3']);
		});

		it('loses nothing where two windows write to one run', async () => {
			const other = await RunLog.reopen(store, { now: () => 500 }, 'a');
			await log.emit('run', { type: 'locationDismissed', location: 'x' });
			await other.emit('run', { type: 'locationDismissed', location: 'y' });
			await log.emit('run', { type: 'locationRestored', location: 'x' });
			assert.deepEqual(log.run.dismissed, ['y']);
			assert.deepEqual(
				stored().map(({ seq }) => seq),
				[1, 2, 3, 4],
			);
			assert.deepEqual((await RunLog.reopen(store, { now: () => 500 }, 'a')).run, log.run);
		});
	});
});
