import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { TestFolder } from '../../../support/testFolder';
import { type FixRun, fixSample } from './fixRun';
import { bugs, named, patch, program, verdict } from './sampleBugs';

/** What the model was sent with a request, by its number from 0. */
function sent({ model }: FixRun, request: number): string {
	return model.requests[request]?.messages.map(({ text }) => text).join('\n') ?? '';
}

const listed = {
	python:
		/Functions of the project that this program called.* first:\n\n- tally\/clock\.py:\d+ minutes_between\n- tally\/clock\.py:\d+ parse_time(?:\n|$)/s,
	typescript:
		/Functions of the project that this program called.* first:\n\n- src\/basket\.mts:\d+ priceOf\n- src\/coupon\.mts:\d+ reductionOf(?:\n|$)/s,
};

describe('the answer to a program that shows the bug', () => {
	const scratch = new TestFolder();

	for (const bug of bugs.filter(({ sample }) => sample in listed)) {
		const script = [program(bug.shows), named(bug), patch(bug, bug.patched), verdict(true)];

		it(`names the functions that it called (${bug.language})`, async () => {
			const fixed = await fixSample(scratch, { sample: bug.sample, script });
			assert.match(sent(fixed, 1), listed[bug.sample as keyof typeof listed]);
			assert.deepEqual(
				readdirSync(fixed.folder).filter(name => name.includes('faultline')),
				[],
			);
		});
	}

	it('is the same in a resumed run, without a further run', async () => {
		const [python] = bugs;
		assert.ok(python);
		const rest = [named(python), patch(python, python.patched), verdict(true)];
		const { events } = await fixSample(scratch, {
			sample: 'python',
			script: [program(python.shows), ...rest],
		});
		const traced = events.findIndex(({ step }) => step?.key === 'trace the reproducer');
		const resumed = await fixSample(scratch, { sample: 'python', script: rest, events: events.slice(0, traced + 1) });
		assert.match(sent(resumed, 0), listed.python);
		assert.equal(resumed.events.filter(({ step }) => step?.key === 'trace the reproducer').length, 1);
	});

	it('names none of a program that fails only now and then, which the run reports', async () => {
		const [python] = bugs;
		assert.ok(python);
		// It passes in its third run, which is the traced one.
		const shows = `import pathlib, tempfile
mark = pathlib.Path(tempfile.gettempdir()) / ${JSON.stringify(`faultline-${process.pid}-runs`)}
n = len(mark.read_text()) if mark.exists() else 0
mark.write_text("x" * (n + 1))
if n == 2:
    mark.unlink()
assert n == 2
`;
		const script = [program(shows), named(python)];
		const fixed = await fixSample(scratch, { sample: 'python', script, caps: { requests: 2 } });
		assert.match(sent(fixed, 1), /Reproduced: /);
		assert.doesNotMatch(sent(fixed, 1), /Functions of the project/);
		const notes = fixed.events.flatMap(event => (event.type === 'noted' ? [event.text] : []));
		assert.ok(
			notes.some(note => /^Which functions the reproducer executed is not known: .*exit code 0/.test(note)),
			notes.join('\n'),
		);
	});
});
