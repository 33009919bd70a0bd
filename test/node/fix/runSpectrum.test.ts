import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../../support/repoRoot';
import { TestFolder } from '../../support/testFolder';
import { type FixRun, fixSample } from './fixRun';
import { bugs, named, patch, program, reproducible, verdict } from './sampleBugs';

/** What the model was sent with a request, by its number from 0. */
function sent({ model }: FixRun, request: number): string {
	return model.requests[request]?.messages.map(({ text }) => text).join('\n') ?? '';
}

const suspects =
	/the most suspicious first \(Ochiai; 1 failing and \d+ passing tests\).*\n- (?:1\.000|0\.\d{3}) tally\/\w+\.py:\d+-\d+ \w+\. Run by 1 of 1 failing and \d+ of \d+ passing tests\. Most suspicious lines: [\d, ]+\.\n```\n *def /s;

describe('the search after a reproducer, with tests that can be measured', function () {
	this.timeout(180_000);
	const scratch = new TestFolder();
	const [bug = assert.fail()] = bugs;
	const rest = [named(bug), patch(bug, bug.patched), verdict(true)];
	const script = [reproducible(bug), program(bug.shows), ...rest];

	it('is shown what it executes and passing tests do not, which the run keeps, and which no resumed run repeats', async () => {
		const fixed = await fixSample(scratch, { sample: 'python', script });
		assert.match(sent(fixed, 2), suspects);
		const { spectrum } = fixed.run;
		assert.deepEqual([spectrum?.formula, spectrum?.nFailing, spectrum?.per], ['ochiai', 1, 'test']);
		assert.ok(spectrum?.suspects.some(({ file, method }) => file === 'tally/clock.py' && method === 'minutes_between'));
		const measured = fixed.events.findIndex(({ type }) => type === 'spectrumMeasured');
		const resumed = await fixSample(scratch, {
			sample: 'python',
			script: rest,
			events: fixed.events.slice(0, measured + 1),
		});
		assert.match(sent(resumed, 0), suspects);
		assert.equal(resumed.events.filter(({ type }) => type === 'spectrumMeasured').length, 1);
	});

	it('is shown nothing of it where there are no tests, for a reason that the run shows', async () => {
		const isTest = (path: string) => /[\\/]tests$/.test(path);
		cpSync(join(repoRoot, 'sample', 'python'), scratch.path('workspace'), {
			recursive: true,
			filter: path => !isTest(path),
		});
		const fixed = await fixSample(scratch, { sample: 'python', script });
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
