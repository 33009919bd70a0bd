import assert from 'node:assert/strict';
import { hunkState, takenHunks, takenText } from '../../../../src/runs/pure/events/patchDecisions';
import type { RunEventBody } from '../../../../src/runs/pure/events/runEvent';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import { numbered, runStarted } from '../../../support/runEvents';

const files = [
	{ path: 'a', nHunks: 3 },
	{ path: 'b', nHunks: 2 },
];

function started(write: string, hunks: number[], more: object = {}): RunEventBody {
	const of = { type: 'patchWriteStarted' as const, write, patch: 'p1', path: 'a', hunks };
	return { ...of, becomes: 'accepted', undoes: [], before: `${write}-before`, after: `${write}-after`, ...more };
}
const ended = (write: string, outcome: 'written' | 'notWritten' = 'written'): RunEventBody => ({
	type: 'patchWriteEnded',
	write,
	outcome,
});
const decided = (path: string, hunks: number[], decision: 'rejected' | 'pending' = 'rejected'): RunEventBody => ({
	...{ type: 'hunksDecided', patch: 'p1', path, hunks, decision },
});

describe('decisions about patches', () => {
	const fold = (...bodies: RunEventBody[]) => foldRun(numbered([runStarted('a'), ...bodies])).decisions;
	const text = (...bodies: RunEventBody[]) => takenText(takenHunks(fold(...bodies), 'p1', files));

	it('count a change as accepted once its write is done', () => {
		const open = fold(started('w1', [1]));
		assert.deepEqual([hunkState(open, 'p1', 'a', 1), open.unfinished.length], ['pending', 1]);
		const done = fold(started('w1', [1]), ended('w1'));
		assert.deepEqual([hunkState(done, 'p1', 'a', 1), done.unfinished, done.written.length], ['accepted', [], 1]);
		const not = fold(started('w1', [1]), ended('w1', 'notWritten'));
		assert.deepEqual([hunkState(not, 'p1', 'a', 1), not.unfinished, not.written], ['pending', [], []]);
	});

	it('report how much of a patch was accepted, and never more', () => {
		assert.equal(text(), undefined);
		assert.equal(text(started('w1', [0, 2])), undefined);
		assert.equal(text(started('w1', [0, 2]), ended('w1')), '2 of 5 changes accepted');
		assert.equal(
			text(started('w1', [0, 2]), ended('w1'), decided('b', [0, 1]), decided('a', [1])),
			'2 of 5 changes accepted',
		);
		assert.equal(
			text(started('w1', [0, 1, 2]), ended('w1'), started('w2', [0, 1], { path: 'b' }), ended('w2')),
			'all 5 changes accepted',
		);
		assert.equal(text(decided('a', [0, 1, 2]), decided('b', [0, 1])), 'rejected');
		assert.equal(text(decided('a', [0])), '1 of 5 changes rejected');
		assert.equal(text(decided('a', [0]), decided('a', [0], 'pending')), undefined);
		assert.equal(
			takenText(takenHunks(fold(started('w1', [0]), ended('w1')), 'p1', [{ path: 'a', nHunks: 1 }])),
			'1 change accepted',
		);
		assert.equal(text(started('w1', [0], { patch: 'p2' }), ended('w1')), undefined);
	});

	it('know what was undone, and which writes are left in the files', () => {
		const accepted = [started('w1', [0]), ended('w1'), started('w2', [1]), ended('w2')];
		const back = fold(...accepted, started('w3', [0], { becomes: 'pending', undoes: ['w1'] }), ended('w3'));
		assert.deepEqual([hunkState(back, 'p1', 'a', 0), back.written.map(({ write }) => write)], ['pending', ['w2']]);
		const undone = [...accepted, started('w3', [0, 1], { becomes: 'undone', undoes: ['w1', 'w2'] }), ended('w3')];
		assert.equal(text(...undone), 'undone');
		assert.deepEqual(fold(...undone).written, []);
		assert.equal(text(...undone, started('w4', [1]), ended('w4')), '1 of 5 changes accepted');
	});
});
