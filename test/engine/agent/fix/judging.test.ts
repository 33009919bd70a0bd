import assert from 'node:assert/strict';
import { patchCandidates } from '../../../../src/runs/pure/fold/patchCandidates';
import { patchVerdict } from '../../../../src/runs/pure/fold/patchVerdict';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import { runExit } from '../../../../src/sharing/pure/report/exitStatus';
import type { Scripted } from '../../../support/scriptedModel';
import { TestFolder } from '../../../support/testFolder';
import { type FixRun, type FixRunOptions, fixSample } from './fixRun';
import { bugs, named, patch, patchAnew, program, read, submit, verdict } from './sampleBugs';

const [python] = bugs;
assert.ok(python);
const wrong = '    return abs(end - start)';
const passing = 'python3 -c "import tally.clock"';

/** The purposes of the requests, in order. */
function purposes({ events }: FixRun): string[] {
	return events.flatMap(event => (event.type === 'modelAsked' ? [event.purpose] : []));
}

/** What the model was sent with a request, by its number from 0. */
function sent({ model }: FixRun, request: number): string {
	return model.requests[request]?.messages.map(({ text }) => text).join('\n') ?? '';
}

describe('a patch is judged', () => {
	const scratch = new TestFolder();
	const fix = (script: readonly Scripted[], options: Partial<FixRunOptions> = {}) =>
		fixSample(scratch, { sample: 'python', script, ...options });
	const shown = [program(python.shows), named(python)];

	it('by a review where nothing may be run, which sees the changed function and its intended behavior', async () => {
		const fixed = await fix([named(python), patch(python, python.patched), read(true)], { mayExecute: false });
		fixed.model.assertAllAsked();
		const review = sent(fixed, 2);
		assert.match(review, /<intended_behavior>\ntally\/clock\.py:\d+-\d+ minutes_between: as the issue says\n/);
		assert.match(
			review,
			/<changed_code_with_patch>\ntally\/clock\.py:\d+-\d+\n```\ndef minutes_between[^`]*% MINUTES_PER_DAY\n/,
		);
		assert.doesNotMatch(review, /test-correct|<test/);
		assert.ok(review.indexOf('"patch-analysis"') < review.indexOf('"patch-correct"'));
		const [candidate] = patchCandidates(fixOf(fixed.run));
		assert.ok(candidate);
		assert.deepEqual(patchVerdict(candidate).why, 'reviewed, but no reproducer was run with it');
	});

	it('not at all where a limit is reached before: the patch is kept, ranked, and submitted at a limit', async () => {
		const fixed = await fix([named(python), patch(python, python.patched)], {
			mayExecute: false,
			caps: { requests: 2 },
		});
		fixed.model.assertAllAsked();
		assert.deepEqual(
			fixOf(fixed.run).ranking.map(({ patch: id }) => id),
			['p1'],
		);
		const { status, text } = runExit(fixed.run);
		assert.equal(status, 'submittedAtLimit');
		assert.match(text, /Patch 1\. The limit of 2 requests was reached\.$/);
	});

	it('by that review alone, whose rejection sends it back with the reasons', async () => {
		const script = [
			...[named(python), patch(python, wrong), read(false)],
			...[patchAnew(python, python.patched), read(true)],
		];
		const fixed = await fix(script, { mayExecute: false });
		fixed.model.assertAllAsked();
		assert.match(sent(fixed, 3), /what the changed code does\s+Take it modulo a day\./);
		assert.deepEqual(
			fixOf(fixed.run).ranking.map(({ patch: id }) => id),
			['p2', 'p1'],
		);
	});

	it('by at most five reviews', async () => {
		const rejected = (n: number) => [patchAnew(python, `    return end - start + ${n}`), read(false)];
		const script = [
			...[named(python), patch(python, wrong), read(false)],
			...[...rejected(1), ...rejected(2), ...rejected(3), ...rejected(4)],
		];
		const fixed = await fix(script, { mayExecute: false });
		fixed.model.assertAllAsked();
		assert.equal(fixOf(fixed.run).patches.length, 5);
	});

	it("by the project's tests before its review, which sees their verdict", async () => {
		const fixed = await fix([...shown, patch(python, python.patched), verdict(true)], { testCommand: passing });
		fixed.model.assertAllAsked();
		const review = sent(fixed, 3);
		assert.match(
			review,
			/<project_tests_with_patch>\nBy its exit code only, the test command passes with the patch, as it does without it\.\n/,
		);
		assert.match(review, /<test_run_with_patch>\nIt ended with exit code 0: no assertion failed\.\n/);
		assert.ok(review.indexOf('"test-analysis"') < review.indexOf('"test-correct"'));
	});

	it("by the reproducer first: while it fails, neither the project's tests nor a reviewer are asked", async () => {
		const script = [...shown, patch(python, wrong), patchAnew(python, python.patched), verdict(true)];
		const fixed = await fix(script, { testCommand: passing });
		fixed.model.assertAllAsked();
		assert.deepEqual(
			fixOf(fixed.run).validationRuns.map(({ patch: id }) => id),
			[undefined, 'p2'],
		);
		assert.deepEqual(
			fixOf(fixed.run).reviews.map(({ patch: id }) => id),
			['p2'],
		);
	});

	it('by a reviewer on the last try, as the reproducer may be wrong; an approval is then no criticism', async () => {
		const others = [1, 2, 3, 4].map(n => patchAnew(python, `    return end - start + ${n}`));
		const fixed = await fix([...shown, patch(python, wrong), ...others, verdict(true)], { testCommand: passing });
		fixed.model.assertAllAsked();
		assert.deepEqual(
			fixOf(fixed.run).reviews.map(({ patch: id }) => id),
			['p5'],
		);
		assert.match(sent(fixed, 7), /<project_tests_with_patch>\nThey were not run, because the test fails\.\n/);
		const answers = nodesOf(fixed.run).flatMap(({ calls }) =>
			calls.flatMap(({ tool, answer }) => (tool === 'submit' ? (answer?.text ?? []) : [])),
		);
		assert.equal(answers.length, 5);
		assert.match(answers[4] ?? '', /^Not accepted: the reproducer still fails\./);
		assert.doesNotMatch(answers[4] ?? '', /A reviewer writes/);
	});

	it('by the new reproducer where the review rejects the first, so that the next patch sees its output', async () => {
		const bad = python.shows.replace('== 165', '== 164').replace('expected 165', 'expected 164');
		const asBad = '    return 164 if end < start else end - start';
		const script = [
			...[program(bad), named(python), patch(python, asBad), verdict(false, false)],
			...[[...program(python.shows), ...submit], patchAnew(python, python.patched), verdict(true)],
		];
		const fixed = await fix(script);
		fixed.model.assertAllAsked();
		assert.match(sent(fixed, 4), /^Not accepted: the reviewer rejects the reproducer, the reviewer rejects it\./m);
		const rewrite = fixed.model.requests[5]?.messages.at(-1)?.text ?? '';
		assert.match(rewrite, /expected 165 minutes, got 164/);
		assert.doesNotMatch(rewrite, /expected 164/);
	});

	it('by reading where the review rejects the reproducer and no other shows the bug', async () => {
		const bad = python.shows.replace('== 165', '== 164 + 1');
		const off = program('print("no")');
		const script = [
			...[program(bad), named(python), patch(python, python.patched), verdict(true, false)],
			...[off, [...off, ...submit], read(true)],
		];
		const fixed = await fix(script);
		fixed.model.assertAllAsked();
		assert.equal(fixOf(fixed.run).reviews.length, 2);
		const [candidate] = patchCandidates(fixOf(fixed.run));
		assert.ok(candidate);
		assert.deepEqual(patchVerdict(candidate).verdict, 'unsure');
		assert.deepEqual(candidate.reasons.slice(0, 2), [
			'The reviewer rejects the reproducer that was run with it.',
			'The reviewer approves it, without a reproducer.',
		]);
	});

	it('once: where it is green, tested and approved, nothing more is asked', async () => {
		const fixed = await fix([...shown, patch(python, python.patched), verdict(true)], { testCommand: passing });
		assert.deepEqual(purposes(fixed).slice(-2), ['choose the next action', 'review the patch']);
		assert.equal(fixOf(fixed.run).patches.length, 1);
	});

	for (const [yes, no] of [
		['"yes"', '"no"'],
		['"True"', 'false'],
	]) {
		it(`by a review that answers ${yes} or ${no}`, async () => {
			const rejected = `{"patch-analysis": "a", "patch-correct": ${no}, "patch-advice": "Wrap around."}`;
			const approved = `{"patch-analysis": "a", "patch-correct": ${yes}}`;
			const script = [named(python), patch(python, wrong), rejected, patchAnew(python, python.patched), approved];
			const fixed = await fix(script, { mayExecute: false });
			fixed.model.assertAllAsked();
			assert.deepEqual(
				fixOf(fixed.run).reviews.map(({ patchCorrect }) => patchCorrect),
				[false, true],
			);
		});
	}
});
