import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';
import { type FixRun, type FixRunOptions, fixSample, onceCompared } from './fixRun';
import { bugs, named, patch, program, read, verdict } from './sampleBugs';

/** What the model was sent with a request, by its number from 0. */
function sent({ model }: FixRun, request: number): string {
	return model.requests[request]?.messages.map(({ text }) => text).join('\n') ?? '';
}

const suspects =
	/the most suspicious first \(1 failing and \d+ passing tests\).*\n- tally\/\w+\.py:\d+-\d+ minutes_between\. (?:Returned|Ended otherwise|Ran line|Its line)[^\n]* Run by 1 of 1 failing and \d+ of \d+ passing tests\.[^\n]* Most suspicious lines: [\d, ]+\.\n```\n\d+ def [^\n]+\n(?:\d+ [^\n]+\n|\.\.\.\n)+```/s;

describe('tests that can be measured', () => {
	const scratch = new TestFolder();
	const [bug = assert.fail()] = bugs;
	const script = [program(bug.shows), named(bug), patch(bug, bug.patched), verdict(true)];
	const fix = (more: Partial<FixRunOptions> = {}) =>
		fixSample(scratch, { ...{ runsTests: true, sample: 'python' }, ...onceCompared(script), ...more });

	it('show the author of a program what it executes and they do not, once also if the run is resumed', async () => {
		const fixed = await fix();
		fixed.model.assertAllAsked();
		assert.doesNotMatch(sent(fixed, 1), suspects);
		assert.match(sent(fixed, 2), suspects);
		const { spectrum } = fixed.run;
		assert.deepEqual([spectrum?.formula, spectrum?.nFailing, spectrum?.per], ['ochiai', 1, 'test']);
		assert.ok(spectrum?.suspects.some(({ file, method }) => file === 'tally/clock.py' && method === 'minutes_between'));
		assert.equal(spectrum?.traced?.[0]?.name, 'minutes_between');
		const reported = fixed.events.findIndex(event => event.type === 'locationsNamed' && event.provisional !== true);
		const events = fixed.events.slice(0, reported + 1);
		const resumed = await fix({ events, script: script.slice(2) });
		assert.match(sent(resumed, 0), suspects);
		assert.equal(resumed.events.filter(({ type }) => type === 'spectrumMeasured').length, 1);
	});

	const midnight = { id: '1', names: ['tests', 'test_midnight.py', 'MidnightTest', 'test_of_a_shift'] };
	const failingTest = `
import unittest
from tally.clock import minutes_between

class MidnightTest(unittest.TestCase):
    def test_of_a_shift(self):
        self.assertEqual(minutes_between(1350, 75), 165)

    def test_of_another_bug(self):
        self.fail()
`;
	const withFailingTest = () => {
		cpSync(join(repoRoot, 'sample', 'python'), scratch.path('workspace'), { recursive: true });
		writeFileSync(join(scratch.path('workspace'), 'tests', 'test_midnight.py'), failingTest);
	};
	const unreproduced = [named(bug), patch(bug, bug.patched), read(true)];

	it("show what the user's failed test executes and they do not, before anything is reproduced", async () => {
		withFailingTest();
		const test = { ...midnight, file: 'tests/test_midnight.py' };
		const fixed = await fixSample(scratch, { runsTests: true, sample: 'python', script: unreproduced, test });
		const notes = Object.values(fixed.run.nodes).flatMap(node => node.notes);
		assert.match(sent(fixed, 0), suspects, notes.join('\n'));
		fixed.model.assertAllAsked();
		const [first] = fixed.run.spectrum?.suspects ?? [];
		assert.deepEqual([first?.file, first?.method, first?.nFailing], ['tally/clock.py', 'minutes_between', 1]);
		assert.equal(fixed.run.spectrum?.nFailing, 1);
		const [suspect] = fixed.run.spectrum?.traced ?? [];
		assert.equal(suspect?.name, 'minutes_between');
		assert.match(suspect.evidence[0] ?? '', /^(?:Returned|Ended otherwise|Ran line|Its line)/);
	});

	it('are compared with the failed test and the reproducer, where there are both', async () => {
		withFailingTest();
		const fixed = await fix({ test: midnight });
		assert.equal(fixed.run.spectrum?.nFailing, 2);
	});

	it('show nothing of a failed test that is not found, for a reason that the run shows', async () => {
		withFailingTest();
		const test = { id: '1', names: ['MidnightTest', 'test_gone'], file: 'tests/test_midnight.py' };
		const fixed = await fixSample(scratch, { runsTests: true, sample: 'python', script: unreproduced, test });
		assert.doesNotMatch(sent(fixed, 0), /most suspicious/);
		const notes = Object.values(fixed.run.nodes).flatMap(node => node.notes);
		const why = 'The failed test "MidnightTest › test_gone" was not found among the tests that Faultline can run.';
		assert.ok(notes.includes(`No code is ranked by what tests execute. ${why}`), notes.join('\n'));
	});

	it('show nothing if their measurement was cut; a patch is judged by near tests alone', async () => {
		withFailingTest();
		const hanging = `
import time
import unittest
from tally.clock import minutes_between

class HangingTest(unittest.TestCase):
    def test_that_passes(self):
        self.assertEqual(minutes_between(60, 90), 30)

    def test_that_waits(self):
        time.sleep(1_000_000)
`;
		writeFileSync(join(scratch.path('workspace'), 'tests', 'test_clock.py'), hanging);
		const fixed = await fix({ testMs: 3000 });
		assert.doesNotMatch(sent(fixed, 2), /most suspicious/);
		assert.equal(fixed.run.spectrum, undefined);
		const notes = nodesOf(fixed.run).flatMap(node => node.notes);
		const why = 'No code is ranked by what tests execute. The tests near to it take longer than 3 s.';
		assert.ok(notes.includes(why), notes.join('\n'));
		const [plain, patched] = fixOf(fixed.run).validationRuns;
		assert.deepEqual(
			[plain?.verdict, plain?.why, plain?.tests],
			['unclear', 'All tests take longer than 3 s: each patch is judged by the tests nearest to it.', undefined],
		);
		assert.deepEqual([patched?.patch, patched?.tests?.isPart, patched?.tests?.nBroken], ['p1', true, 0]);
		assert.match(patched?.command ?? '', /test_clock/);
	});

	it('are missed where there are none, for a reason that the run shows', async () => {
		const isTest = (path: string) => /[\\/]tests$/.test(path);
		cpSync(join(repoRoot, 'sample', 'python'), scratch.path('workspace'), {
			recursive: true,
			filter: path => !isTest(path),
		});
		const fixed = await fix();
		assert.doesNotMatch(sent(fixed, 2), /most suspicious/);
		assert.equal(fixed.run.spectrum, undefined);
		const notes = Object.values(fixed.run.nodes).flatMap(node => node.notes);
		assert.ok(
			notes.includes(
				'No code is ranked by what tests execute. No tests were found in this workspace that Faultline can run.',
			),
			notes.join('\n'),
		);
	});
});
