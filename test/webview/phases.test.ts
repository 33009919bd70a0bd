import assert from 'node:assert/strict';
import { shownPatches } from '../../src/patches/pure/acceptance/shownPatches';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import { activityText } from '../../src/runs/pure/fold/activity';
import type { Run } from '../../src/runs/pure/fold/run';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { statusText } from '../../src/runs/pure/fold/runResult';
import type { BugLocation } from '../../src/runs/pure/model/location';
import { nextSteps, remark } from '../../src/webview/nextStep';
import { phaseViews } from '../../src/webview/rows/phaseViews';
import { runItems } from '../../src/webview/rows/runItems';
import type { RunView } from '../../src/webview/rows/runView';
import { flattenTree } from '../../src/webview/tree/flattenTree';
import { exampleEvents, exampleSteps } from '../support/exampleRun';
import { patchOf, patchRunEvents } from '../support/patchRun';
import { numbered } from '../support/runEvents';
import { viewOfRun } from '../support/viewOfRun';
import { rowsText } from './rowsText';

type Step = readonly [node: string, body: RunEventBody];

const idle = { live: false, resumable: false, pausing: false };
const live = { ...idle, live: true };
const embedded = { label: 'Embedded' };
const lab = { label: 'Endpoint: Lab', recipient: 'localhost' };
const ranked = [
	patchOf('p1', { path: 'a.py', before: '1\n', after: '2\n' }),
	patchOf('p2', { path: 'a.py', before: '1\n', after: '3\n' }),
];
const patched = foldRun(numbered(patchRunEvents('r', 'Totals are wrong', ranked)));
/** The same with a round of a model before. */
const asked = foldRun([
	...numbered(patchRunEvents('r', 'Totals are wrong', ranked)),
	...[
		{ type: 'nodeOpened', parent: 'run', key: 'round', kind: 'round', title: 'Searching' } as const,
		{ type: 'modelAsked', request: 'q1', purpose: 'choose', fresh: {}, sent: [], tools: [], form: 'prose' } as const,
		{ type: 'nodeClosed', summary: 'Named 2 locations' } as const,
	].map((body, at) => ({ v: 2 as const, seq: 100 + at, at: 100 + at, node: 'm1', ...body })),
]);
const located = foldRun(exampleEvents());
const ran = { stdout: '', stderr: '', exitCode: 1, timedOut: false, durationMs: 1 };

/** The example run, continued by a fix. */
function fixing(...steps: readonly Step[]): Run {
	const resumed: Step = ['run', { type: 'runResumed', goal: 'fix', engine: 'gpt' }];
	return foldRun(exampleEvents([...exampleSteps.slice(0, -1), resumed, ...steps]));
}

const opened = (parent: string, phase: 'reproduce' | 'patch', key: string = phase): RunEventBody => {
	return { type: 'nodeOpened', parent, key, kind: 'stage', title: key, phase };
};

const written: readonly Step[] = [
	['s1', opened('r2', 'reproduce')],
	[
		's1',
		{ type: 'reproducerWritten', reproducer: { id: 't1', language: 'python', file: 't1.py', text: 'assert False' } },
	],
];
const reproduced: readonly Step[] = [
	...written,
	[
		's1',
		{
			type: 'reproducerRan',
			ran: { reproducer: 't1', verdict: 'reproduced', why: 'Its assertion failed.', execution: ran },
		},
	],
	['s1', { type: 'nodeClosed', summary: 'Reproduced: Its assertion failed.' }],
];

function statesOf(run: Run, session = idle): string {
	return phaseViews({ run, session, maxLocations: 10, patches: shownPatches(run) })
		.map(({ name, state, isCurrent }) => `${isCurrent ? '*' : ''}${name} ${state}`)
		.join(', ');
}

function draw(run: Run, changes: Partial<RunView> = {}, toggles: Record<string, boolean> = {}): string[] {
	const view = viewOfRun(run, { patches: shownPatches(run), ...changes });
	return rowsText(flattenTree(runItems(view), toggles));
}

describe('the phases of a run', () => {
	it('lead from the search to the review', () => {
		assert.equal(
			statesOf(foldRun(exampleEvents().slice(0, 4)), live),
			'*Locate running, Reproduce todo, Patch todo, Review todo',
		);
		assert.equal(statesOf(located), '*Locate done, Reproduce todo, Patch todo, Review todo');
		assert.equal(statesOf(fixing(...written), live), 'Locate done, *Reproduce running, Patch todo, Review todo');
		assert.equal(
			statesOf(fixing(...reproduced, ['s2', opened('s1', 'patch')]), live),
			'Locate done, Reproduce done, *Patch running, Review todo',
		);
		assert.equal(statesOf(patched), 'Locate done, Reproduce done, Patch done, *Review ready');
	});

	it('claim nothing about what is under way', () => {
		assert.deepEqual(draw(fixing(...written), { session: live }).slice(1, 2), ['- Reproduce, running']);
		const judged: readonly Step[] = [
			...reproduced,
			['s2', opened('s1', 'patch', 'submit')],
			['s2', { type: 'patchWritten', patch: ranked[0] ?? assert.fail() }],
			['s2', { type: 'nodeClosed', summary: 'submitted: a patch of a.py' }],
			['s3', opened('s2', 'patch', 'validate')],
		];
		const reviewed = (run: Run) => {
			const rows = draw(run, { session: live });
			return rows.slice(
				rows.findIndex(row => row.startsWith('- Review')),
				rows.findIndex(row => row.includes('Before:')),
			);
		};
		assert.deepEqual(reviewed(fixing(...judged)), [
			'- Review, ready for you, 1 patch, still being tested',
			'  - Patch 1, +1 −1 in a.py · not judged yet',
			'    . Review Patch 1, Open Diff, Accept All While It Is Still Being Tested, Reject',
		]);
		assert.equal(activityText(fixing(...judged)), 'Running the reproducer with the patch…');
		const refuted: Step = [
			's3',
			{
				type: 'reproducerRan',
				ran: { reproducer: 't1', patch: 'p1', verdict: 'reproduced', why: 'It fails.', execution: ran },
			},
		];
		const end: Step = ['s3', { type: 'nodeClosed', summary: 'It fails.' }];
		const row = '  - Patch 1, +1 −1 in a.py · reproducer still fails with it';
		assert.ok(draw(fixing(...judged, refuted, end), { session: live }).includes(row));
		const review: readonly Step[] = [end, ['s4', opened('s3', 'patch', 'review')]];
		assert.equal(activityText(fixing(...judged, ...review)), 'Reviewing the patch…');
		const unreviewed: Step = ['s4', { type: 'nodeClosed', summary: 'The reviewer gave no verdict' }];
		assert.deepEqual(reviewed(fixing(...judged, ...review, unreviewed)), [
			'- Review, ready for you, 1 patch',
			'  - Patch 1, +1 −1 in a.py · no reproducer was run with it',
			'    . Review Patch 1, Open Diff, Accept All, Reject',
		]);
	});

	it('show what failed, what was skipped and what waits', () => {
		const failed = foldRun(
			exampleEvents([...exampleSteps.slice(0, 3), ['run', { type: 'runEnded', outcome: 'failed', message: 'No.' }]]),
		);
		assert.equal(statesOf(failed), '*Locate failed, Reproduce todo, Patch todo, Review todo');
		const provisional: Run = { ...located, state: 'failed', selected: { ...located.selected, isProvisional: true } };
		assert.match(statesOf(provisional), /^\*Locate failed/);
		const unjudged = fixing(
			['s1', opened('r2', 'patch')],
			['s1', { type: 'patchWritten', patch: ranked[0] ?? assert.fail() }],
		);
		assert.equal(statesOf(unjudged), 'Locate done, Reproduce skipped, Patch done, *Review ready');
		assert.equal(
			statesOf({ ...located, state: 'paused' }, live),
			'*Locate waiting, Reproduce todo, Patch todo, Review todo',
		);
	});

	it('are sections, open where the run is and folded with their result before that', () => {
		assert.deepEqual(draw(patched, {}, { 'patch:p1': false }), [
			'+ Locate, done, 2 locations',
			'+ Reproduce, done, the bug is reproduced',
			'- Review, ready for you, 2 patches',
			'  + Patch 1, +1 −1 in a.py · reproducer fails before, passes after',
			'  + Patch 2, +1 −1 in a.py · reproducer still fails with it',
		]);
	});

	it('show the newest run of the tests under Review, and fold the earlier ones', () => {
		const event = { type: 'testsRan', command: 'npm test' } as const;
		const tested = foldRun(
			numbered([
				...patchRunEvents('r', 'Totals are wrong', ranked),
				{ ...event, exitCode: 1, patches: [] },
				{ ...event, exitCode: 0, patches: [{ patch: 'p1', nAccepted: 1, nHunks: 1 }] },
			]),
		);
		assert.deepEqual(draw(tested, {}, { 'patch:p1': false, 'tests:earlier': true }).slice(2, 6), [
			'- Review, ready for you, 2 patches',
			'  . Tests pass with Patch 1 (exit code 0): npm test',
			'  - 1 earlier test run',
			'    . Tests fail without a patch (exit code 1): npm test',
		]);
	});

	it('put the steps of a fix below the feedback that they follow', () => {
		const run = fixing(
			['f1', { type: 'nodeOpened', parent: 'r1', key: 'f', kind: 'feedback', title: 'Look at the clock.' }],
			['r3', { type: 'nodeOpened', parent: 'f1', key: 'round', kind: 'round', title: 'Round 2' }],
			['r3', { type: 'nodeClosed', summary: 'Named 1 location' }],
			['s1', opened('r3', 'patch')],
		);
		assert.deepEqual(draw(run, { session: live }, { 'phase:locate': true }).slice(4, 7), [
			'  - Feedback: Look at the clock., after round 1',
			'    . Round 2a: Named 1 location',
			'  - 2 locations',
		]);
		assert.deepEqual(draw(run, { session: live }).slice(-3), [
			'- Patch, running',
			'  - Feedback: Look at the clock., after round 1',
			'    . patch, running',
		]);
	});

	it('show a reproducer with its runs, which are good where they show the bug', () => {
		assert.deepEqual(draw(fixing(...reproduced), {}, { 'node:s1': true }).slice(1), [
			'- Reproduce, done, the bug is reproduced',
			'  - Reproduced: Its assertion failed.',
			'    . Reproducer t1.py',
			'    . Without a patch: fails. Its assertion failed., as it should',
		]);
	});
});

describe('the next step', () => {
	const steps = (run: Run, changes: Partial<Parameters<typeof nextSteps>[1]> = {}) =>
		nextSteps(run, {
			...{ session: idle, model: embedded, isTrusted: true },
			patches: shownPatches(run),
			...changes,
		}).map(({ label }) => label);

	it('is a patch once a bug is located, and before that a model where there is none', () => {
		assert.deepEqual(steps(located), ['Choose a Model to Write a Patch…', 'Locate Another Bug']);
		assert.deepEqual(steps(located, { model: lab }), ['Write a Patch', 'Locate Another Bug']);
	});

	it('is the review of the first patch that is not decided, then the tests', () => {
		assert.deepEqual(steps(patched), ['Review Patch 1', 'Locate Another Bug']);
		const decided = (patch: string, state: 'accepted' | 'rejected') => ({ patch, path: 'a.py', hunk: 0, state });
		const rejected = { ...patched, decisions: { ...patched.decisions, decided: [decided('p1', 'rejected')] } };
		assert.deepEqual(steps(rejected), ['Review Patch 2 (reproducer still fails with it)', 'Locate Another Bug']);
		const write = { write: 'w', patch: 'p1', path: 'a.py', hunks: [0], becomes: 'accepted' as const, undoes: [] };
		const accepted = {
			...patched,
			decisions: { decided: [decided('p1', 'accepted')], written: [write], takenBack: [], unfinished: [] },
		};
		assert.deepEqual(steps(accepted), ['Run Tests', 'Hand On…', 'Locate Another Bug']);
		const none = {
			...patched,
			decisions: { ...patched.decisions, decided: [decided('p1', 'rejected'), decided('p2', 'rejected')] },
		};
		assert.deepEqual(steps(none), ['Locate Another Bug']);
	});

	it('is no patch that is refuted while there is another, and feedback where there is none', () => {
		const first = (state: 'undone' | 'rejected', run = patched): Run => ({
			...run,
			decisions: { ...run.decisions, decided: [{ patch: 'p1', path: 'a.py', hunk: 0, state }] },
		});
		assert.deepEqual(steps(first('undone')), ['Review Patch 1', 'Locate Another Bug']);
		const refuted = first('rejected');
		const review = 'Review Patch 2 (reproducer still fails with it)';
		const remarks = [first('undone'), refuted].map(run => remark({ patches: shownPatches(run) }));
		assert.deepEqual(remarks, [undefined, 'No patch is left that passed its checks.']);
		assert.deepEqual(steps(first('rejected', asked)), ['Give Feedback', review, 'Locate Another Bug']);
		assert.equal(statusText(refuted, shownPatches(refuted), 10), 'Patch 2: reproducer still fails with it');
	});

	it('is never one that can only fail', () => {
		assert.deepEqual(steps(patched, { isTrusted: false }), ['Trust This Folder…', 'Locate Another Bug']);
		assert.deepEqual(steps({ ...located, isReadOnly: true }), ['Locate Another Bug']);
		assert.deepEqual(steps({ ...located, dismissed: located.selected.locations.map(({ id }) => id) }), [
			'Locate Another Bug',
		]);
		assert.deepEqual(steps({ ...located, goal: 'fix' }, { model: lab }), ['Locate Another Bug']);
	});

	it('is what helps a failed run', () => {
		const failed: Run = { ...located, state: 'failed', cures: [{ kind: 'setKey' }, { kind: 'chooseModel' }] };
		const resumable = { ...idle, resumable: true };
		assert.deepEqual(steps(failed, { session: resumable }), ['Set Key', 'Resume', 'Locate Another Bug']);
		const retried: Run = { ...failed, cures: [{ kind: 'retry' }, { kind: 'chooseModel' }] };
		assert.deepEqual(steps(retried, { session: resumable }), ['Retry', 'Locate Another Bug']);
	});

	it('resumes what stopped', () => {
		const cancelled = foldRun(exampleEvents().slice(0, 6));
		assert.deepEqual(steps(cancelled, { session: { ...idle, resumable: true } }), ['Resume', 'Locate Another Bug']);
	});
});

describe('what a live run is doing', () => {
	it('is named by its phase and step', () => {
		assert.equal(activityText(foldRun(exampleEvents().slice(0, 5))), 'Locating…');
		assert.equal(activityText(fixing(['s1', opened('r2', 'reproduce')])), 'Writing a reproducer…');
		assert.equal(activityText(fixing(...written)), 'Running the reproducer…');
		const patching = (key: string, ...more: readonly Step[]) =>
			activityText(fixing(...reproduced, ['s2', opened('s1', 'patch', key)], ...more));
		assert.equal(patching('patch'), 'Writing a patch…');
		assert.equal(patching('validate'), 'Running the reproducer with the patch…');
		const passed = { reproducer: 't1', patch: 'p1', verdict: 'passed', why: '', execution: ran } as const;
		const after: Step = ['s2', { type: 'reproducerRan', ran: passed }];
		assert.equal(patching('validate', after), 'Running the tests with the patch…');
		assert.equal(patching('review'), 'Reviewing the patch…');
		const aside = { ...opened('run', 'reproduce', 'tests'), title: 'Run the tests without a patch', isAside: true };
		const beside: Step = ['s3', aside as RunEventBody];
		assert.equal(patching('review', beside), 'Reviewing the patch…', 'what runs beside it is not the step');
		assert.equal(activityText(fixing(beside)), 'Run the tests without a patch…');
	});
});

describe('the list of locations', () => {
	const [first = assert.fail(), second = assert.fail()] = located.selected.locations;
	const withLocations = (...locations: readonly BugLocation[]): Run => ({
		...located,
		selected: { ...located.selected, locations },
	});
	const list = (run: Run, changes: Partial<RunView> = {}, toggles: Record<string, boolean> = {}) => {
		const rows = draw(run, changes, toggles);
		return rows.slice(rows.findIndex(row => /^ {2}- \d+ (?:location|guess|likely)/.test(row)));
	};

	it('folds what is less likely', () => {
		const run = withLocations(first, { ...second, lessLikely: true }, { ...second, id: 'third', lessLikely: true });
		assert.equal(list(run)[0], '  - 1 location, 2 less likely');
		assert.match(list(run).at(-1) ?? '', /^ {4}\+ 2 more, less likely$/);
		assert.match(list(run, {}, { lessLikely: true }).at(-1) ?? '', /^ {6}\+ Entry\.minutes, location 3, /);
	});

	it('folds what is less likely also where it is not the last', () => {
		const run = withLocations(first, { ...second, lessLikely: true }, { ...first, id: 'third' });
		assert.match(list(run)[2] ?? '', /, location 3, /);
		assert.match(list(run).at(-1) ?? '', /^ {4}\+ 1 more, less likely$/);
	});

	it('folds nothing where all are less likely', () => {
		const rows = list(withLocations({ ...first, lessLikely: true }));
		assert.deepEqual([rows.length, rows[0]], [2, '  - 1 guess, none likely']);
	});

	it('counts those that are not dismissed', () => {
		assert.equal(list({ ...located, dismissed: [first.id] })[0], '  - 1 location, 1 dismissed');
	});

	it('shows the lines where the code is now', () => {
		const lines = { [first.id]: { startLine: 25, endLine: 27 } };
		assert.match(list(located, { lines })[1] ?? '', /tally\/clock\.py:25-27/);
	});

	it('states only what is known', () => {
		const { intendedBehavior: _none, ...rest } = first;
		const rows = list(
			withLocations(
				{ ...rest, intendedBehavior: '', fromIssue: 'The total is negative.' },
				{ ...second, intendedBehavior: '' },
			),
		);
		assert.match(rows[1] ?? '', /clock\.py:21-23\. From the issue: The total is negative\.$/);
		assert.match(rows[2] ?? '', /entries\.py:24-26$/);
	});

	it('shows at most three pieces of evidence, each with what it rests on', () => {
		const evidence = [1, 2, 3, 4].map(line => ({
			kind: 'trace' as const,
			text: `Frame ${line}`,
			codeLine: { file: 'tally/clock.py', line },
		}));
		const rows = list(withLocations({ ...first, evidence }), {}, { [`location:${first.id}`]: true });
		assert.deepEqual(rows.slice(2), [
			'      . Frame 1, clock.py:1',
			'      . Frame 2, clock.py:2',
			'      . Frame 3, clock.py:3',
		]);
	});

	it('quotes the line of the issue that a piece of evidence rests on', () => {
		const evidence = [
			{ kind: 'name', text: 'The issue names it', issueLine: 2, codeLine: { file: 'tally/clock.py', line: 21 } },
			{ kind: 'words', text: 'It is blank there', issueLine: 3 },
			{ kind: 'words', text: 'The page has no such line', issueLine: 90 },
		] as const;
		const open = { [`location:${first.id}`]: true };
		const run = withLocations({ ...first, evidence });
		const rows = list({ ...run, issue: { ...run.issue, body: 'Wrong.\r\n  `minutes_between` is.\r\n' } }, {}, open);
		assert.deepEqual(rows.slice(2), [
			'      . The issue names it, clock.py:21, Issue, line 2: `minutes_between` is.',
			'      . It is blank there, Issue, line 3',
			'      . The page has no such line, Issue, line 90',
		]);
		const edited = { ...run, brief: { ...(run.brief ?? assert.fail()), edited: 'As sent.\nIt is minutes_between.' } };
		assert.match(list(edited, {}, open)[2] ?? '', /Issue, line 2: It is minutes_between\.$/);
	});
});
