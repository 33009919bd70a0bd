import assert from 'node:assert/strict';
import { fixOf } from '../../../src/core/model/run/runFix';
import type { ValidationVerdict } from '../../../src/core/model/validation';
import { TestFolder } from '../../support/testFolder';
import { type FixRun, fixSample } from './fixRun';
import { bugs, named, patch, program, reproducible, verdict } from './sampleBugs';

const [python] = bugs;
assert.ok(python);
/** Passes on the unchanged sample, and with the right patch. */
const duringTheDay = 'python3 -c "from tally.clock import minutes_between as m; assert m(60, 90) == 30, m(60, 90)"';
/** Resolves the issue, and breaks what worked. */
const breaking = '    return 165';

/** The verdict of each run of the tests, with its patch. */
function verdicts({ run }: FixRun): [patch: string | undefined, verdict: ValidationVerdict][] {
	return fixOf(run).validationRuns.map(({ patch: id, verdict: each }) => [id, each]);
}

describe("the project's tests", function () {
	this.timeout(600_000);
	const scratch = new TestFolder();
	const fix = (testCommand: string, ...patches: readonly string[]) => {
		const written = patches.flatMap(patched => [patch(python, patched), verdict(true)]);
		const script = [reproducible(python), program(python.shows), named(python), ...written];
		return fixSample(scratch, { sample: 'python', script, testCommand });
	};

	it('run once without a patch and once with it, and speak for a patch with which they pass', async () => {
		const fixed = await fix(duringTheDay, python.patched);
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed), [
			[undefined, 'passed'],
			['p1', 'passed'],
		]);
		assert.equal(fixOf(fixed.run).ranking[0]?.reasons[1], 'The tests pass with the patch, as they do without it.');
	});

	it('have a patch that breaks them rewritten, based on their output', async () => {
		const fixed = await fix(duringTheDay, breaking, python.patched);
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed), [
			[undefined, 'passed'],
			['p1', 'failed'],
			['p2', 'passed'],
		]);
		const sent = fixed.model.requests[5]?.messages.map(({ text }) => text).join('\n') ?? '';
		assert.match(sent, /AssertionError: 165/);
		assert.deepEqual(
			fixOf(fixed.run).ranking.map(({ patch: id }) => id),
			['p2', 'p1'],
		);
	});

	it('are unclear about a patch where they fail without it as well', async () => {
		const fixed = await fix('python3 -c "raise SystemExit(3)"', python.patched);
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed), [
			[undefined, 'failed'],
			['p1', 'unclear'],
		]);
		assert.ok(fixOf(fixed.run).ranking[0]?.reasons.includes('The tests fail with the patch, and without it as well.'));
	});

	it('are unclear about a patch with which they fail only now and then', async () => {
		// A file outside of the copy remembers the run before.
		const seen = scratch.path('seen').replaceAll('\\', '/');
		const code = `import os; from tally.clock import minutes_between as m; new = m(60, 30) > 0 and not os.path.exists("${seen}"); new and open("${seen}", "w"); assert not new`;
		const fixed = await fix(`python3 -c '${code}'`, python.patched);
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed), [
			[undefined, 'passed'],
			['p1', 'unclear'],
		]);
	});

	it('judge patches where no reproducer could be written', async () => {
		const no = JSON.stringify({ reproducible: false, language: '', why: 'It is about speed.' });
		const script = [no, named(python), patch(python, breaking), patch(python, python.patched)];
		const fixed = await fixSample(scratch, { sample: 'python', script, testCommand: duringTheDay });
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed), [
			[undefined, 'passed'],
			['p1', 'failed'],
			['p2', 'passed'],
		]);
		assert.equal(fixOf(fixed.run).ranking[0]?.patch, 'p2');
	});

	it('are not run again by a continued run', async () => {
		const whole = await fix(duringTheDay, breaking, python.patched);
		const at = whole.events.findIndex(({ type }) => type === 'validationRan') + 1;
		const script = [patch(python, python.patched), verdict(true)];
		const events = whole.events.slice(0, at + 1);
		const resumed = await fixSample(scratch, { sample: 'python', script, events, testCommand: duringTheDay });
		resumed.model.assertAllAsked();
		assert.deepEqual(verdicts(resumed), verdicts(whole));
	});
});
