import assert from 'node:assert/strict';
import { patchesInFiles } from '../../../../src/patches/pure/acceptance/shownPatches';
import type { RunEventBody } from '../../../../src/runs/pure/events/runEvent';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import { shownTestRuns } from '../../../../src/runs/pure/fold/shownTestRuns';
import { patchOf, patchRunEvents } from '../../../support/patchRun';
import { numbered } from '../../../support/runEvents';

const patches = ['p1', 'p2'].map(id =>
	patchOf(id, { path: `${id}.txt`, before: '1\n2\n3\n', after: 'one\n2\nthree\n' }),
);
const run = (...more: readonly RunEventBody[]) =>
	foldRun(numbered([...patchRunEvents('r', 'Totals are wrong', patches), ...more]));

describe('the runs of the tests that a user made', () => {
	it('are part of the run, and claim nothing but what the files contained', () => {
		const command = 'npm test';
		const tested = run(
			{ type: 'testsRan', command, exitCode: 1, patches: [] },
			{ type: 'testsRan', command, exitCode: 0, patches: [{ patch: 'p1', nAccepted: 2, nHunks: 2 }] },
			{
				...{ type: 'testsRan', command, folder: 'shop', exitCode: 2 },
				patches: [
					{ patch: 'p1', nAccepted: 2, nHunks: 2 },
					{ patch: 'p2', nAccepted: 1, nHunks: 2 },
				],
			},
			{ type: 'testsRan', command, exitCode: 0, patches: [], isMixed: true },
		);
		assert.deepEqual(
			shownTestRuns(tested).map(({ text, command, verdict }) => [text, command, verdict]),
			[
				['Tests pass (exit code 0), but changes were accepted or undone while they ran', command, 'unsure'],
				['Tests fail with Patch 1 and 1 of 2 changes of Patch 2 (exit code 2)', `${command} (in shop)`, 'bad'],
				['Tests pass with Patch 1 (exit code 0)', command, 'good'],
				['Tests fail without a patch (exit code 1)', command, 'bad'],
			],
		);
	});

	it('know which accepted changes the files contain', () => {
		const write = { write: 'w', patch: 'p2', path: 'p2.txt', hunks: [1], becomes: 'accepted', undoes: [] } as const;
		const started: RunEventBody = { type: 'patchWriteStarted', ...write };
		assert.deepEqual(patchesInFiles(run(started)), []);
		const accepted = run(started, { type: 'patchWriteEnded', write: 'w', outcome: 'written' });
		assert.deepEqual(patchesInFiles(accepted), [{ patch: 'p2', nAccepted: 1, nHunks: 2 }]);
	});
});
