import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { ModelError } from '../../../../src/models/pure/modelError';
import { shownPatches } from '../../../../src/patches/pure/acceptance/shownPatches';
import type { RunEvent } from '../../../../src/runs/pure/events/runEvent';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import type { ValidationVerdict } from '../../../../src/runs/pure/model/testing/validation';
import { folderPicture } from '../../../support/folderPicture';
import type { Scripted } from '../../../support/scriptedModel';
import { TestFolder } from '../../../support/testFolder';
import { type FixRun, fixSample } from './fixRun';
import { bugs, named, patch, patchAnew, program, read, verdict } from './sampleBugs';

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

describe("the project's tests", () => {
	const scratch = new TestFolder();
	const fix = (testCommand: string, ...rest: readonly Scripted[]) => {
		const script = [program(python.shows), named(python), ...rest];
		return fixSample(scratch, { sample: 'python', script, testCommand });
	};
	const right = [patch(python, python.patched), verdict(true)];
	const rewritten = [patch(python, breaking), patchAnew(python, python.patched), verdict(true)];

	it('run once without a patch and once with it, and speak for a patch with which they pass', async () => {
		const fixed = await fix(duringTheDay, ...right);
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed), [
			[undefined, 'passed'],
			['p1', 'passed'],
		]);
		assert.equal(
			fixOf(fixed.run).ranking[0]?.reasons[1],
			'By its exit code only, the test command passes with the patch, as it does without it.',
		);
	});

	it('have a patch that breaks them rewritten, based on their output', async () => {
		const fixed = await fix(duringTheDay, ...rewritten);
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed), [
			[undefined, 'passed'],
			['p1', 'failed'],
			['p2', 'passed'],
		]);
		const sent = fixed.model.requests[3]?.messages.map(({ text }) => text).join('\n') ?? '';
		assert.match(sent, /AssertionError: 165/);
		assert.deepEqual(
			fixOf(fixed.run).ranking.map(({ patch: id }) => id),
			['p2', 'p1'],
		);
	});

	it('are unclear about a patch where they fail without it as well', async () => {
		const fixed = await fix('echo not here; exit 3', ...right);
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed), [
			[undefined, 'failed'],
			['p1', 'unclear'],
		]);
		assert.ok(
			fixOf(fixed.run).ranking[0]?.reasons.includes(
				'By its exit code only, the test command fails with the patch, and without it as well.',
			),
		);
		const evidence = shownPatches(fixed.run)[0]?.evidence.find(({ label }) => label === 'Tests');
		assert.match(
			evidence?.details ?? '',
			/^By its exit code only, the test command fails without a patch: exit code 3\.\nnot here$/m,
		);
	});

	it('are unclear about a patch with which they fail only now and then', async () => {
		// A file outside of the copy remembers the run before.
		const seen = scratch.path('seen').replaceAll('\\', '/');
		const code = `import os; from tally.clock import minutes_between as m; new = m(60, 30) > 0 and not os.path.exists("${seen}"); new and open("${seen}", "w"); assert not new`;
		const fixed = await fix(`python3 -c '${code}'`, ...right);
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed), [
			[undefined, 'passed'],
			['p1', 'unclear'],
		]);
	});

	it('judge patches where no reproducer is written', async () => {
		const script = [named(python), patch(python, breaking), patchAnew(python, python.patched), read(true)];
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
		const whole = await fix(duringTheDay, ...rewritten);
		const at = whole.events.findLastIndex(event => event.type === 'validationRan' && event.ran.patch === 'p1');
		const script = rewritten.slice(1);
		const events = whole.events.slice(0, at + 1);
		const resumed = await fixSample(scratch, { sample: 'python', script, events, testCommand: duringTheDay });
		resumed.model.assertAllAsked();
		assert.deepEqual(verdicts(resumed), verdicts(whole));
	});

	describe('without a patch', () => {
		const asked = () => scratch.path('asked').replaceAll('\\', '/');
		/** Ends once the file exists, and fails where it finds the file of a reproducer. */
		const untilAsked = () =>
			`python3 -c 'import os, time, glob; [time.sleep(0.01) for _ in iter(lambda: os.path.exists("${asked()}"), True)]; assert not glob.glob("faultline_*")'`;
		const script = (...rest: readonly Scripted[]) => [program(python.shows), ...rest];

		it('run beside the search and the patch, apart from the reproducers', async () => {
			const written = () => {
				writeFileSync(asked(), '');
				return patch(python, python.patched);
			};
			const steps = script(named(python), written, verdict(true));
			const fixed = await fixSample(scratch, { sample: 'python', script: steps, testCommand: untilAsked() });
			fixed.model.assertAllAsked();
			assert.deepEqual(verdicts(fixed), [
				[undefined, 'passed'],
				['p1', 'passed'],
			]);
			const patchAsked = fixed.events.findLastIndex(
				event => event.type === 'modelAsked' && event.purpose === 'choose the next action',
			);
			const ranAt = fixed.events.findIndex(({ type }) => type === 'validationRan');
			assert.ok(ranAt > patchAsked, `recorded at ${ranAt}`);
			const [aside] = nodesOf(fixed.run).filter(({ isAside }) => isAside);
			assert.deepEqual(
				[aside?.parent, aside?.summary],
				[rootNode, 'By its exit code only, the test command passes without a patch.'],
			);
		});

		it('are shown with their last lines where they fail', async () => {
			const notes: string[] = [];
			const failing = 'python3 -c "raise RuntimeError(chr(78) + chr(111))"';
			const onEvent = (event: RunEvent) => event.type === 'noted' && event.cures && notes.push(event.text);
			const steps = script(named(python), patch(python, python.patched), verdict(true));
			const fixed = await fixSample(scratch, { sample: 'python', script: steps, testCommand: failing, onEvent });
			fixed.model.assertAllAsked();
			assert.match(
				notes.join('\n'),
				/^By its exit code only, the test command fails without a patch: exit code 1\.\n[\s\S]*RuntimeError: No$/,
			);
		});

		it('lead to the setting where the command cannot be run', async () => {
			const steps = script(named(python), patch(python, python.patched), verdict(true));
			const testCommand = 'faultline-no-such-runner --all';
			const fixed = await fixSample(scratch, { sample: 'python', script: steps, testCommand });
			const [note] = fixed.events.flatMap(event => (event.type === 'noted' && event.cures ? [event] : []));
			assert.match(note?.text ?? '', /^The test command could not be run: .*\n.*faultline-no-such-runner/);
			assert.deepEqual(note?.cures, [{ kind: 'setTestCommand' }]);
		});

		it('end with a run that is cancelled or fails, and leave no copy', async () => {
			const stop = new AbortController();
			const cancel = () => {
				stop.abort();
				return named(python);
			};
			for (const last of [cancel, new ModelError('refused', 'No.')]) {
				const { signal } = last === cancel ? stop : new AbortController();
				const options = { sample: 'python', script: script(last), testCommand: untilAsked(), signal };
				const fixed = await fixSample(scratch, options);
				assert.equal(fixed.run.state, last === cancel ? 'cancelled' : 'failed');
				const [aside] = nodesOf(fixed.run).filter(({ isAside }) => isAside);
				assert.equal(aside?.summary, last === cancel ? undefined : 'Ended with the run: no patch needed them.');
				assert.deepEqual(folderPicture(scratch.path('storage', 'checkouts')), {});
			}
		});
	});
});
