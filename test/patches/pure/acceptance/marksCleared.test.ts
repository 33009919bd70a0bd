import assert from 'node:assert/strict';
import { areMarksCleared } from '../../../../src/patches/pure/acceptance/marksCleared';
import type { RunEventBody } from '../../../../src/runs/pure/events/runEvent';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import { patchOf, patchRunEvents } from '../../../support/patchRun';
import { numbered } from '../../../support/runEvents';

const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}\n`).join('');
const fixed = lines.replace('line 2\n', 'two\n').replace('line 25\n', 'twenty-five\n');
const patch = patchOf('p1', { path: 'a', before: lines, after: fixed });

describe('the marks of a run', () => {
	const cleared = (...bodies: RunEventBody[]) =>
		areMarksCleared(foldRun(numbered([...patchRunEvents('a', 'title', [patch]), ...bodies])));
	const wrote = (write: string, hunks: number[], more: object = {}): RunEventBody[] =>
		[
			...[
				{ type: 'patchWriteStarted', write, patch: 'p1', path: 'a', hunks, becomes: 'accepted', undoes: [], ...more },
			],
			{ type: 'patchWriteEnded', write, outcome: 'written' },
		] as RunEventBody[];
	const undone = (write: string, hunks: number[], undoes: string[]) =>
		wrote(write, hunks, { becomes: 'undone', undoes });

	it('are shown until the user clears them, and again when the user asks for them', () => {
		assert.equal(cleared(), false);
		assert.equal(cleared({ type: 'marksCleared' }), true);
		assert.equal(cleared({ type: 'marksCleared' }, { type: 'marksShown' }), false);
	});

	it('are cleared by a patch that is accepted completely, until it is undone', () => {
		assert.equal(cleared(...wrote('w1', [0])), false);
		assert.equal(cleared(...wrote('w1', [0]), ...wrote('w2', [1])), true);
		assert.equal(cleared(...wrote('w1', [0]), { ...rejected, hunks: [1] }), false);
		assert.equal(cleared(...wrote('w1', [0, 1]), ...undone('w2', [0, 1], ['w1'])), false);
	});

	it('that the user wants back stay until the next patch is accepted', () => {
		assert.equal(cleared(...wrote('w1', [0, 1]), { type: 'marksShown' }), false);
		assert.equal(cleared({ type: 'marksShown' }, ...wrote('w1', [0, 1])), true);
	});

	it('that the user cleared stay cleared when a patch is undone', () => {
		assert.equal(cleared({ type: 'marksCleared' }, ...wrote('w1', [0, 1]), ...undone('w2', [0, 1], ['w1'])), true);
	});
});

const rejected = { type: 'hunksDecided', patch: 'p1', path: 'a', decision: 'rejected' } as const;
