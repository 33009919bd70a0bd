import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent } from '../../../src/runs/pure/events/runEvent';
import { fixOf } from '../../../src/runs/pure/fold/runFix';
import { nodesOf } from '../../../src/runs/pure/fold/runTree';
import { repoRoot } from '../../support/repoRoot';
import type { Scripted } from '../../support/scriptedModel';
import { TestFolder } from '../../support/testFolder';
import { type FixRun, fixSample } from './fixRun';
import { bugs, named, patch, program, read, reproducible, verdict } from './sampleBugs';

const [python] = bugs;
assert.ok(python);

/** What the model was sent with a request, by its number from 0. */
function sent({ model }: FixRun, request: number): string {
	return model.requests[request]?.messages.map(({ text }) => text).join('\n') ?? '';
}

describe('the author of a reproducer', () => {
	const scratch = new TestFolder();
	const rest = [named(python), patch(python, python.patched), verdict(true)];

	/** The sample project with more files, or other ones. */
	const project = (files: Readonly<Record<string, string>> = {}) => {
		cpSync(join(repoRoot, 'sample', 'python'), scratch.path('workspace'), { recursive: true });
		scratch.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`workspace/${path}`, text])));
	};
	type Script = Parameters<typeof fixSample>[1]['script'];
	const fix = (script: Script, events: readonly RunEvent[] = []) =>
		fixSample(scratch, { sample: 'python', script, events });

	it('is shown the project and a test that loads a suspect, before both questions', async () => {
		project();
		const fixed = await fix([reproducible(python), program(python.shows), ...rest]);
		for (const request of [0, 1]) {
			assert.match(sent(fixed, request), /^Top level: tally\/, tests\/, ISSUE\.md/m);
			assert.match(sent(fixed, request), /^from tally\.clock import /m);
		}
	});

	it('sees no hidden file, and no secret', async () => {
		const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
		project({ '.aiignore': 'tests/\n', 'pyproject.toml': `[project]\nname = "tally"\npackages = "${token}"\n` });
		const fixed = await fix([reproducible(python), program(python.shows), ...rest]);
		assert.match(sent(fixed, 1), /name = "tally"/);
		assert.doesNotMatch(sent(fixed, 1), /ghp_|tests\/|^from tally/m);
	});

	it('may search the code before a program, in rounds of their own', async () => {
		project();
		const search = (name: string): Scripted => [['search_method', { method_name: name }]];
		const fixed = await fix([
			reproducible(python),
			search('round_to'),
			program('assert True'),
			search('parse_time'),
			program(python.shows),
			...rest,
		]);
		fixed.model.assertAllAsked();
		assert.match(fixed.model.requests[2]?.messages.at(-1)?.text ?? '', /def round_to\(/);
		const [node] = nodesOf(fixed.run).filter(({ title }) => title === 'Reproduce the issue');
		assert.deepEqual([node?.calls.length, node?.reproducers.length], [2, 2]);
	});

	it('is informed that JSON with open quotation marks cannot be read', async () => {
		project();
		const open = '{"why": "so "0:1:0" is", "reproducible": true, "language": "Python"}';
		const fixed = await fix(['It can be shown.', open, reproducible(python), program(python.shows), ...rest]);
		fixed.model.assertAllAsked();
		assert.match(sent(fixed, 1), /Your answer has no JSON object\./);
		assert.match(sent(fixed, 2), /cannot be read\. Write quotation marks inside a text as/);
	});

	it('has what was written about the first program handed on, as something that may be wrong', async () => {
		project();
		const fixed = await fix([reproducible(python), program(python.shows), ...rest]);
		assert.match(sent(fixed, 2), /It may be wrong:\n\n<remark>\nThis shows it:\n<\/remark>/);
		const later = await fix([reproducible(python), program('print(1)'), program(python.shows), ...rest]);
		assert.doesNotMatch(sent(later, 3), /<remark>/);
	});

	describe('of a project that needs a module which is not installed', () => {
		const clock = readFileSync(join(repoRoot, 'sample', 'python', 'tally', 'clock.py'), 'utf8');
		const needy = { 'tally/clock.py': `import faultline_no_such_module\n${clock}` };
		const stopped = [
			...[reproducible(python), program(python.shows), named(python)],
			...[patch(python, python.patched), read(true)],
		];

		it('is not asked again, and the user is shown what to install where', async () => {
			project(needy);
			const fixed = await fix(stopped);
			fixed.model.assertAllAsked();
			const [note] = fixed.events.flatMap(event => (event.type === 'noted' && event.cures ? [event] : []));
			assert.match(note?.text ?? '', /^\S*python3? has no module faultline_no_such_module\./);
			assert.deepEqual(
				note?.cures?.map(({ kind, command }) => [kind, command?.replace(/^\S*(?=python)/, '')]),
				[['install', 'python3 -m pip install faultline_no_such_module']],
			);
			const [step] = nodesOf(fixed.run).filter(({ phase }) => phase === 'reproduce');
			assert.match(step?.summary ?? '', /^Not reproduced\. \S+ has no module faultline_no_such_module\./);
		});

		it('is not asked either when the run is resumed: its program is run again', async () => {
			project(needy);
			const { events } = await fix(stopped);
			const until = events.findIndex(({ type }) => type === 'locationsNamed') + 1;
			scratch.write({ 'workspace/faultline_no_such_module.py': '' });
			const resumed = await fix([patch(python, python.patched), verdict(true)], events.slice(0, until));
			resumed.model.assertAllAsked();
			assert.deepEqual(
				fixOf(resumed.run).reproducerRuns.map(({ verdict: each, patch: id }) => [each, id]),
				[
					['reproduced', undefined],
					['passed', 'p1'],
				],
			);
			const [step] = nodesOf(resumed.run).filter(({ phase }) => phase === 'reproduce');
			assert.match(step?.summary ?? '', /^Reproduced: /);
		});
	});

	it('is shown what a folder contains where a file that it loads is missing', async () => {
		project();
		const off = program('import tally.clocks\nassert False');
		const fixed = await fix([reproducible(python), off, program(python.shows), ...rest]);
		fixed.model.assertAllAsked();
		assert.match(sent(fixed, 2), /The project has no `tally\.clocks`\. `tally` contains: .*\bclock\.py\b/);
		assert.doesNotMatch(sent(fixed, 2), /contains: .*shifts\.csv/);
	});

	it('reads what the program did, by its verdict', async () => {
		project();
		const fixed = await fix([reproducible(python), program('1'), program('1 / 0'), program(python.shows), ...rest]);
		fixed.model.assertAllAsked();
		assert.match(sent(fixed, 2), /The program ended with exit code 0, so it does not show the bug\./);
		assert.match(sent(fixed, 3), /It failed, but not by an assertion of its own\. .*ZeroDivisionError/);
	});

	it('writes it again with the located code where it could not before, and is not asked whether it can', async () => {
		project();
		const off = program('print("no")');
		const fixed = await fix([
			reproducible(python),
			off,
			off,
			off,
			named(python),
			program(python.shows),
			...rest.slice(1),
		]);
		fixed.model.assertAllAsked();
		assert.match(sent(fixed, 5), /tally\/clock\.py:\d+-\d+\n```\ndef minutes_between/);
		assert.match(sent(fixed, 5), /```\nprint\("no"\)\n```\n+I ran that program .*exit code 0/);
		assert.doesNotMatch(sent(fixed, 1), /def minutes_between/);
		assert.deepEqual(
			nodesOf(fixed.run).flatMap(({ phase, summary = '' }) => (phase === 'reproduce' ? [summary.slice(0, 14)] : [])),
			['Not reproduced', 'Reproduced: It'],
		);
		assert.deepEqual(fixOf(fixed.run).ranking[0]?.reasons.slice(0, 2), [
			'The reproducer fails without it and passes with it.',
			'The reviewer approves it.',
		]);
	});

	for (const answer of ['"yes"', 'true', '"True"']) {
		it(`may answer ${answer} where yes or no is asked for`, async () => {
			project();
			const fixed = await fix([`{"reproducible": ${answer}, "language": "Python"}`, program(python.shows), ...rest]);
			fixed.model.assertAllAsked();
			assert.match(nodesOf(fixed.run).find(({ kind }) => kind === 'stage')?.summary ?? '', /^Reproduced/);
		});
	}
});
