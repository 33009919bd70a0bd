import assert from 'node:assert/strict';
import { shownPatches } from '../../../../src/patches/pure/acceptance/shownPatches';
import type { RunEventBody } from '../../../../src/runs/pure/events/runEvent';
import { patchCandidates } from '../../../../src/runs/pure/fold/patchCandidates';
import { patchVerdict } from '../../../../src/runs/pure/fold/patchVerdict';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import { patchSummary } from '../../../../src/runs/pure/fold/shownPatch';
import type { ReproducerVerdict } from '../../../../src/runs/pure/model/reproducer';
import { patchOf, patchRunEvents } from '../../../support/patchRun';
import { numbered } from '../../../support/runEvents';

const patch = patchOf('p1', { path: 'a.txt', before: '1\n2\n3\n4\n5\n', after: 'one\n2\nthree\n4\nfive\n' });

function runOf(events: readonly RunEventBody[]) {
	return foldRun(numbered(events));
}

function judged(before: ReproducerVerdict, after: ReproducerVerdict, change: (event: RunEventBody) => RunEventBody[]) {
	const events = patchRunEvents('run', 'title', [patch]).flatMap((event): RunEventBody[] =>
		event.type === 'reproducerRan'
			? [{ ...event, ran: { ...event.ran, verdict: event.ran.patch === undefined ? before : after } }]
			: change(event),
	);
	const [candidate] = patchCandidates(fixOf(runOf(events)));
	return candidate === undefined ? undefined : patchVerdict(candidate);
}

const same = (event: RunEventBody) => [event];
const rejected = (event: RunEventBody): RunEventBody[] =>
	event.type === 'patchReviewed' ? [{ ...event, review: { ...event.review, patchCorrect: false } }] : [event];
const broken = (event: RunEventBody): RunEventBody[] =>
	event.type === 'validationRan' && event.ran.patch !== undefined
		? [{ ...event, ran: { ...event.ran, verdict: 'failed' } }]
		: [event];

describe('patchVerdict', () => {
	it('is good only where the reproducer fails before the patch and passes after it', () => {
		const why = 'reproducer fails before, passes after';
		assert.deepEqual(judged('reproduced', 'passed', same), { verdict: 'good', why });
		for (const before of ['passed', 'flaky', 'environment', 'otherError', 'timedOut'] as const) {
			assert.equal(judged(before, 'passed', same)?.verdict, 'unsure', before);
		}
	});

	it('is bad where the reproducer or the tests fail, and gives the reason', () => {
		const still = { verdict: 'bad', why: 'reproducer still fails with it' };
		assert.deepEqual(judged('reproduced', 'reproduced', same), still);
		assert.deepEqual(judged('reproduced', 'passed', broken), { verdict: 'bad', why: 'the tests fail with it' });
	});

	it('is unsure where the reproducer shows nothing, or the review contradicts it', () => {
		assert.equal(judged('reproduced', 'flaky', same)?.verdict, 'unsure');
		assert.deepEqual(judged('reproduced', 'passed', rejected), {
			verdict: 'unsure',
			why: 'reproducer passes with it, but review rejects it',
		});
	});
});

describe('shownPatches', () => {
	const decide = (...hunks: readonly number[]): RunEventBody[] => [
		{
			type: 'patchWriteStarted',
			...{ write: 'w1', patch: 'p1', path: 'a.txt', hunks, becomes: 'accepted', undoes: [] },
		},
		{ type: 'patchWriteEnded', write: 'w1', outcome: 'written' },
	];
	const shown = (...events: readonly RunEventBody[]) => {
		const [first] = shownPatches(runOf([...patchRunEvents('run', 'title', [patch]), ...events]));
		return first ?? assert.fail('no patch');
	};

	it('show a reproducer that fails before the patch as good evidence', () => {
		const { evidence } = shown();
		const verdicts = evidence.map(({ label, verdict }) => `${label}: ${verdict}`);
		assert.deepEqual(verdicts, [
			'Proof: unsure',
			'Why first: unsure',
			'Before: good',
			'After: good',
			'Tests: good',
			'Review: good',
		]);
	});

	it('claim no run of what was accepted in part', () => {
		const partial = shown(...decide(0, 2));
		assert.equal(partial.state, 'partial');
		const text = '2 of 3 changes accepted · +3 −3 in a.txt · no reproducer was run with the accepted part';
		assert.equal(patchSummary(partial), text);
		assert.equal(partial.verdict.verdict, 'unsure');
		const [decision] = partial.evidence;
		assert.match(
			decision?.details ?? '',
			/^The whole patch passed the reproducer\. No reproducer was run with the accepted part\.\na\.txt: 2 of 3 changes accepted$/,
		);
		const after = partial.evidence.find(({ label }) => label === 'After');
		assert.equal(after?.text, 'reproducer passes with the whole patch, exit code 0');
	});

	it('claim what the reproducer showed where all of a patch was accepted', () => {
		const { state, verdict, decided } = shown(...decide(0, 1, 2));
		assert.deepEqual([state, verdict.verdict, decided], ['accepted', 'good', 'all 3 changes accepted']);
	});
});
