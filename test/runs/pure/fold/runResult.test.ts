import assert from 'node:assert/strict';
import { shownPatches } from '../../../../src/patches/pure/acceptance/shownPatches';
import type { RunEventBody } from '../../../../src/runs/pure/events/runEvent';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import { endText, statusText } from '../../../../src/runs/pure/fold/runResult';
import { patchOf, patchRunEvents } from '../../../support/patchRun';
import { numbered, runStarted } from '../../../support/runEvents';

describe('the text at the end of a run', () => {
	const textOf = (...bodies: readonly RunEventBody[]) =>
		endText(foldRun(numbered([runStarted('a', 'It leaks'), ...bodies])), 3);
	const ranking = { files: [], modules: [], functions: [] };

	it('counts locations, one in the singular', () => {
		const location = { id: '1', file: 'a.py', startLine: 1, endLine: 1, intendedBehavior: '', score: 1, evidence: [] };
		assert.equal(
			textOf({ type: 'locationsNamed', locations: [location], ranking }),
			'1 location found for "It leaks".',
		);
		const named = (...lessLikely: readonly boolean[]) =>
			textOf({
				...{ type: 'locationsNamed', ranking },
				locations: lessLikely.map((isLess, at) => ({ ...location, id: `${at}`, ...(isLess && { lessLikely: true }) })),
			});
		assert.equal(
			named(false, true, true, true),
			'1 location and 2 less likely ones found for "It leaks".',
			'of those shown',
		);
		assert.equal(named(false, false), '2 locations found for "It leaks".');
		assert.equal(textOf(), 'No location found for "It leaks".');
	});

	it('counts patches where the run was to fix the issue', () => {
		const patch = { id: 'p1', diff: '', files: [] };
		const fix = { type: 'runResumed', goal: 'fix' } as const;
		const written = (id: string) => ({ type: 'patchWritten', patch: { ...patch, id } }) as const;
		assert.equal(textOf(fix, written('p1')), '1 patch for "It leaks".');
		assert.equal(textOf(fix, written('p1'), written('p2')), '2 patches for "It leaks".');
		assert.equal(textOf(fix), 'No patch for "It leaks".');
	});
});

describe('the status of a run', () => {
	const patch = patchOf('p1', { path: 'a.txt', before: '1\n2\n3\n', after: 'one\n2\nthree\n' });
	const status = (...events: readonly RunEventBody[]) => {
		const run = foldRun(numbered(events));
		return statusText(run, shownPatches(run), 10);
	};
	const write = { write: 'w1', patch: 'p1', path: 'a.txt', becomes: 'accepted', undoes: [] } as const;
	const accepted = (hunks: readonly number[]): RunEventBody[] => [
		{ type: 'patchWriteStarted', ...write, hunks },
		{ type: 'patchWriteEnded', write: 'w1', outcome: 'written' },
	];
	const fixed = patchRunEvents('run', 'title', [patch]);

	it('is about the patch once there is one, and about the locations before', () => {
		assert.equal(status(...patchRunEvents('run', 'title', [])), '2 locations');
		assert.equal(status(...fixed), 'Patch 1 ready to review');
		assert.equal(status(...fixed, ...accepted([0])), 'Patch 1: 1 of 2 changes accepted');
		assert.equal(status(...fixed, ...accepted([0, 1])), 'Patch 1 accepted');
		assert.equal(status(runStarted('a', 'It leaks')), undefined);
	});

	it('is about the next patch where one was undone, as the button in the view is, and about the pending changes of a review', () => {
		const other = patchOf('p2', { path: 'b.txt', before: '1\n', after: '2\n' });
		const undone = { ...write, write: 'w2', becomes: 'undone', undoes: ['w1'], hunks: [0, 1] } as const;
		const taken: RunEventBody[] = [
			...accepted([0, 1]),
			{ type: 'patchWriteStarted', ...undone },
			{ type: 'patchWriteEnded', write: 'w2', outcome: 'written' },
		];
		// The other failed its checks.
		assert.equal(status(...patchRunEvents('run', 'title', [patch, other]), ...taken), 'Patch 1 ready to review');
		assert.equal(status(...fixed, ...taken), 'Patch 1 ready to review');
		const run = foldRun(numbered(fixed));
		const reviewed = shownPatches(run).map(shown => ({ ...shown, nPending: 2 }));
		assert.equal(statusText(run, reviewed, 10), 'Patch 1: 2 pending');
	});

	it('is about the locations again where every patch is rejected', () => {
		const rejected = { type: 'hunksDecided', patch: 'p1', path: 'a.txt', hunks: [0, 1], decision: 'rejected' } as const;
		assert.equal(status(...fixed, rejected), '2 locations');
	});
});
