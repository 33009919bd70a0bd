import assert from 'node:assert/strict';
import { shownPatches } from '../../../../src/patches/pure/acceptance/shownPatches';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import type { Scripted, ScriptedCall } from '../../../support/scriptedModel';
import { TestFolder } from '../../../support/testFolder';
import { type FixRun, type FixRunOptions, fixSample } from './fixRun';
import { bugs, named, patch, patchAnew, program, read, submit, verdict } from './sampleBugs';

const [python] = bugs;
assert.ok(python);
/** Resolves the issue, and breaks what worked. */
const breaking = '    return 165';
const right = python.patched;

/** What the model was sent with a request, by its number from 0. */
function sent({ model }: FixRun, request: number): string {
	return model.requests[request]?.messages.map(({ text }) => text).join('\n') ?? '';
}

function purposes({ events }: FixRun): string[] {
	return events.flatMap(event => (event.type === 'modelAsked' ? [event.purpose] : []));
}

describe("a fix proved by the project's tests", () => {
	const scratch = new TestFolder();
	const fix = (script: readonly Scripted[], options: Partial<FixRunOptions> = {}) =>
		fixSample(scratch, { sample: 'python', script, runsTests: true, ...options });
	const shown = [program(python.shows), named(python)];
	const within = 'tests/test_clock.py::ClockTest::test_counts_minutes_within_a_day';

	it('has a patch that breaks tests written anew, from their names and errors (R2)', async () => {
		const fixed = await fix([...shown, patch(python, breaking), patchAnew(python, right), verdict(true)]);
		fixed.model.assertAllAsked();
		const [plain, first, second] = fixOf(fixed.run).validationRuns;
		assert.deepEqual([plain?.verdict, first?.verdict, second?.verdict], ['unclear', 'failed', 'passed']);
		assert.match(
			sent(fixed, 3),
			/tests\/test_clock\.py::ClockTest::test_counts_minutes_within_a_day fails\n[\s\S]*AssertionError: 165 != /,
		);
		const patches = shownPatches(fixed.run);
		assert.deepEqual(
			patches.map(({ id, verdict: each }) => [id, each.verdict, each.why.includes(within)]),
			[
				['p2', 'good', false],
				['p1', 'bad', true],
			],
		);
		assert.match(patches[0]?.why ?? '', /^It breaks no test; the next one breaks 1\.$/);
		const tests = patches[0]?.evidence.find(({ label }) => label === 'Tests');
		assert.match(tests?.text ?? '', /^4 tests pass as before; turned green: tests\/test_report\.py::\S+$/);
	});

	it('has each patch reviewed where all are rejected, the last one as well (R3)', async () => {
		const rejected = (n: number) => [patchAnew(python, `    return end - start + ${n}`), read(false)];
		const script = [
			...[named(python), patch(python, breaking), read(false)],
			...[...rejected(1), ...rejected(2), ...rejected(3), ...rejected(4)],
		];
		const { patches, reviews } = fixOf((await fix(script, { mayExecute: false })).run);
		assert.deepEqual(
			patches.map(({ id }) => reviews.some(review => review.patch === id)),
			[true, true, true, true, true],
		);
	});

	it('has a reproducer that the review rejects written anew before a patch is accepted by it (R4)', async () => {
		const bad = python.shows.replace('== 165', '== 164 + 1');
		const fixed = await fix([
			...[program(bad), named(python), patch(python, right), verdict(true, false)],
			...[[...program(python.shows), ...submit], verdict(true)],
		]);
		fixed.model.assertAllAsked();
		const { reproducerRuns, patches } = fixOf(fixed.run);
		assert.deepEqual(patches.length, 1);
		assert.deepEqual(
			reproducerRuns.map(({ reproducer, patch: id }) => [reproducer, id]),
			[
				['t1', undefined],
				['t1', 'p1'],
				['t2', undefined],
				['t2', 'p1'],
			],
		);
	});

	it('ends early and asks for no vote where no patch can be applied (R5)', async () => {
		const off = patch({ ...python, original: '    return finish - start' }, right);
		const fixed = await fix([named(python), off, off, off, off, off], { mayExecute: false });
		fixed.model.assertAllAsked();
		assert.deepEqual([fixed.run.state, fixOf(fixed.run).ranking, shownPatches(fixed.run)], ['done', [], []]);
	});

	it("has the user's own model choose between proven candidates, and names a reason of the winner (R6)", async () => {
		const other = '    return end - start if end >= start else end - start + MINUTES_PER_DAY';
		/** For the right patch or the other one, wherever it is shown. */
		const vote =
			(isForRight: boolean, reason: string): Scripted =>
			({ messages }) => {
				const text = messages.map(each => each.text).join('\n');
				const isOtherFirst = text.indexOf('if end >= start') < text.indexOf('(end - start) % MINUTES');
				return JSON.stringify({ patches: [], reason, best: isOtherFirst === isForRight ? 2 : 1 });
			};
		const script = [
			...[...shown, patch(python, right), verdict(true), patch(python, other), verdict(true)],
			[['search_method', { method_name: 'total_minutes' }] satisfies ScriptedCall],
			...[vote(true, 'It covers all differences.'), vote(true, 'It is shorter.'), vote(false, 'It reads better.')],
		];
		const fixed = await fix(script, { nCandidates: 2 });
		fixed.model.assertAllAsked();
		assert.deepEqual(new Set(purposes(fixed).slice(-4)), new Set(['compare the patches']));
		assert.match(sent(fixed, fixed.model.requests.length - 3), /Found 1 definition of "total_minutes"/);
		const [first] = fixOf(fixed.run).ranking;
		assert.deepEqual([first?.patch, first?.why], ['p1', '2 of 3 votes prefer it: It covers all differences.']);
		assert.equal(fixed.run.selected.patch, 'p1');
	});

	it('never passes a patch with which the report is empty, the code cannot be loaded or tests vanish (R7)', async () => {
		/** The fix, and what happens when tests load the code; the reproducer passes. */
		const whenTested = (line: string) => `${right}\n\n\nimport os, sys\nif "unittest" in sys.modules:\n    ${line}`;
		const hide = 'sys.modules["unittest"].TestLoader.getTestCaseNames = lambda loader, case: []';
		const [ends, crashes, hides] = ['os._exit(0)', 'raise ImportError("no such clock")', hide].map(whenTested);
		const fixed = await fix([
			...[...shown, patch(python, ends ?? ''), patchAnew(python, crashes ?? '')],
			...[patchAnew(python, hides ?? ''), patchAnew(python, right), verdict(true)],
		]);
		fixed.model.assertAllAsked();
		const { validationRuns, reproducerRuns } = fixOf(fixed.run);
		assert.deepEqual(
			reproducerRuns.flatMap(run => (run.patch === undefined ? [] : [run.verdict])),
			['passed', 'passed', 'passed', 'passed'],
		);
		const [, ended, crashed, hidden, good] = validationRuns;
		assert.deepEqual(
			[ended, crashed, hidden, good].map(run => run?.verdict),
			['failed', 'failed', 'failed', 'passed'],
		);
		assert.ok(
			ended?.tests?.broken.some(({ id, how }) => id === within && how === 'missing'),
			ended?.why,
		);
		assert.ok(
			hidden?.tests?.broken.some(({ id, how }) => id === within && how === 'missing'),
			hidden?.why,
		);
		const [notLoaded] = crashed?.tests?.broken ?? [];
		assert.equal(notLoaded?.how, 'fails');
		assert.match(`${notLoaded?.id} ${notLoaded?.message}`, /^tests\/test_clock\.py.* .*no such clock/);
		assert.equal(fixed.run.selected.patch, 'p4');
	});
});
