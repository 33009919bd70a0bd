import assert from 'node:assert/strict';
import { shownPatches } from '../../src/patches/pure/acceptance/shownPatches';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { nextSteps } from '../../src/webview/nextStep';
import { patchOf, patchRunEvents } from '../support/patchRun';
import { numbered } from '../support/runEvents';

const patch = patchOf('p1', { path: 'a.txt', before: '1\n2\n', after: 'one\n2\n' });
const accepted: readonly RunEventBody[] = [
	...patchRunEvents('run', 'title', [patch]),
	{
		...{ type: 'patchWriteStarted', write: 'w1', patch: 'p1', path: 'a.txt', hunks: [0], becomes: 'accepted' },
		undoes: [],
	},
	{ type: 'patchWriteEnded', write: 'w1', outcome: 'written' },
];
const tested = (exitCode: number, nAccepted: number): RunEventBody => ({
	...{ type: 'testsRan', command: 'npm test', exitCode },
	patches: nAccepted === 0 ? [] : [{ patch: 'p1', nAccepted, nHunks: 1 }],
});

function labels(events: readonly RunEventBody[], isTrusted = true): string[] {
	const run = foldRun(numbered(events));
	const session = { live: false, resumable: false, pausing: false };
	return nextSteps(run, { session, model: { label: '' }, isTrusted, patches: shownPatches(run) }).map(
		({ label }) => label,
	);
}

describe('the next steps after accepting', () => {
	it('are to test, and to hand it on', () => {
		assert.deepEqual(labels(accepted), ['Run Tests', 'Hand On…', 'Locate Another Bug']);
	});

	it('begin with the pull request once the tests passed with it', () => {
		const after = ['Open Pull Request…', 'Hand On…', 'Run Tests', 'Locate Another Bug'];
		assert.deepEqual(labels([...accepted, tested(0, 1)]), after);
		for (const event of [tested(1, 1), tested(0, 0)]) {
			assert.equal(labels([...accepted, event])[0], 'Run Tests');
		}
	});

	it('show the pull request that was opened', () => {
		const events: readonly RunEventBody[] = [
			{ type: 'branchCommitted', branch: 'b', commit: 'c', base: 'd', tree: 'e' },
			{ type: 'branchPushed', commit: 'c', to: 'github.com/octo/demo' },
			{ type: 'pullRequestOpened', commit: 'c', url: 'https://github.com/octo/demo/pull/1' },
		];
		assert.equal(labels([...accepted, ...events, tested(0, 1)])[0], 'Show Pull Request');
		assert.deepEqual(foldRun(numbered([...accepted, ...events])).deliveries, [
			{
				...{ branch: 'b', commit: 'c', base: 'd', tree: 'e', pushedTo: 'github.com/octo/demo' },
				pullRequest: 'https://github.com/octo/demo/pull/1',
			},
		]);
	});

	it('do not hand on in a folder that is not trusted, nor open a pull request of a cancelled run', () => {
		assert.deepEqual(labels(accepted, false), ['Trust This Folder…', 'Locate Another Bug']);
		const cancelled = accepted.map(event =>
			event.type === 'runEnded' ? ({ ...event, outcome: 'cancelled' } as const) : event,
		);
		assert.deepEqual(labels(cancelled), ['Run Tests', 'Hand On…', 'Locate Another Bug']);
	});
});
