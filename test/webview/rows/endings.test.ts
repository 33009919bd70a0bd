import assert from 'node:assert/strict';
import { shownPatches } from '../../../src/patches/pure/acceptance/shownPatches';
import { nodeOutcomes } from '../../../src/runs/pure/events/runEvent';
import { branchExits } from '../../../src/runs/pure/events/treeEvents';
import { type EndReason, endReasons, pathEnding, reasonText } from '../../../src/runs/pure/fold/pathEnding';
import type { Run } from '../../../src/runs/pure/fold/run';
import { runProblems } from '../../../src/runs/pure/fold/runProblems';
import { endText, statusText } from '../../../src/runs/pure/fold/runResult';
import { announcement } from '../../../src/webview/announcement';
import { phaseViews } from '../../../src/webview/rows/phaseViews';
import { runItems } from '../../../src/webview/rows/runItems';
import { flattenTree } from '../../../src/webview/tree/flattenTree';
import { emptyRun, endedAside, endedFeedback } from '../../support/endedRuns';
import { viewOfRun } from '../../support/viewOfRun';
import { rowsText } from '../rowsText';

/** Whoever stops a run knows that it did not end; its own message is above the phases. */
const stops: ReadonlySet<EndReason> = new Set(['cancelled', 'failed', 'interrupted']);
/** The user decided it. */
const decided: ReadonlySet<EndReason> = new Set(['pruned']);

function statesOf(run: Run): string {
	const view = viewOfRun(run, { patches: shownPatches(run) });
	return phaseViews(view)
		.map(({ name, state, summary }) => `${name} ${state}${summary === '' ? '' : ` (${summary})`}`)
		.join(', ');
}

function rowsOf(run: Run): string[] {
	const view = viewOfRun(run, { patches: shownPatches(run) });
	return rowsText(flattenTree(runItems(view), { 'phase:locate': true, 'phase:patch': true }));
}

describe('the end of what is not shown', () => {
	it('is known for every way a branch ends in the log', () => {
		const known: readonly string[] = endReasons;
		assert.deepEqual(
			branchExits.filter(exit => exit !== 'submitted' && !known.includes(exit)),
			[],
		);
	});

	for (const reason of endReasons) {
		it(`of feedback has a row with the reason, and no phase is green over it: ${reason}`, () => {
			const run = endedFeedback(reason);
			assert.equal(pathEnding(run, 'n2'), reason);
			const { why, next } = reasonText(reason, run);
			const row = rowsOf(run).find(text => text.includes('Feedback: Look at the clock.'));
			assert.equal(row?.trim(), `. Feedback: Look at the clock., after round 2, No patch: ${why}`);
			const patch = statesOf(run).split(', ')[2] ?? '';
			const shown = runProblems(run, false).map(problem => `${problem.next} ${problem.text}`);
			if (stops.has(reason)) {
				assert.match(patch, /^Patch (stopped|failed)/);
			} else if (!decided.has(reason)) {
				assert.match(
					patch,
					reason === 'superseded' ? /^Patch failed/ : /^Patch failed \(no patch from your feedback\)$/,
				);
				assert.ok(shown.includes(`${next} Your feedback after round 2 led to no patch. ${why}`), shown.join('\n'));
			}
		});
	}

	it('is announced, and is the result of the run in the status bar and in messages', () => {
		const run = endedFeedback('exit_context');
		const text = "Your feedback after round 2 led to no patch. The model's context window is full.";
		const next = 'Choose a model with a larger context window.';
		assert.equal(endText(run, 10), `${text} ${next}`);
		assert.equal(statusText(run, shownPatches(run), 10), 'No patch from your feedback');
		assert.equal(announcement(run, false, 10), `${text} ${next}`);
	});

	for (const kind of nodeOutcomes) {
		it(`of a step beside the search has a row, which begins with what to do if it failed: ${kind}`, () => {
			const run = endedAside(kind);
			const rows = rowsOf(run).filter(text => text.includes('The model could not compare the patches'));
			const [patch] = statesOf(run).match(/Patch \w+/) ?? [];
			const [problem] = runProblems(run, false);
			if (kind === 'failed') {
				assert.deepEqual(rows, ['  + Compare the patches yourself., The model could not compare the patches, failed']);
				assert.equal(patch, 'Patch warned');
				assert.deepEqual(problem, {
					...{ node: 'n2', phase: 'patch', isAsked: false, next: 'Compare the patches yourself.' },
					text: 'The model could not compare the patches. The answer is empty.',
				});
			} else {
				assert.deepEqual(rows, ['  + The model could not compare the patches, without a result']);
				assert.equal(patch, 'Patch done');
				assert.equal(problem, undefined);
			}
		});
	}

	it('of a run without any result says so, with what to do', () => {
		assert.deepEqual(runProblems(emptyRun('fix'), false), [
			{
				...{ node: 'run', phase: 'patch', isAsked: true, next: 'Say in your feedback where to look.' },
				text: 'This run led to no patch. The model named nothing new.',
			},
		]);
		assert.deepEqual(
			runProblems(emptyRun(undefined), false).map(({ next, text }) => [next, text]),
			[
				[
					'Name a function, a file or an error message in the issue, if there is one.',
					'This run led to no location. The model named nothing new.',
				],
			],
		);
	});

	it('is none while it is under way', () => {
		const live = { live: true, resumable: false, pausing: false };
		const run = endedFeedback('interrupted');
		assert.deepEqual(runProblems(run, true), []);
		const view = viewOfRun(run, { session: live, patches: shownPatches(run) });
		const rows = rowsText(flattenTree(runItems(view), { 'phase:locate': true }));
		assert.ok(
			rows.some(text => text.endsWith('Feedback: Look at the clock., after round 2')),
			rows.join('\n'),
		);
	});
});
