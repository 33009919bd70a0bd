import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { RunEvent } from '../../../../src/runs/pure/events/runEvent';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import { repoRoot } from '../../../support/repoRoot';
import type { Scripted } from '../../../support/scriptedModel';
import { TestFolder } from '../../../support/testFolder';
import { type FixRun, fixSample } from './fixRun';
import { bugs, named, patch, program, read, verdict } from './sampleBugs';

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
	const fix = (script: readonly Scripted[], events: readonly RunEvent[] = []) =>
		fixSample(scratch, { sample: 'python', script, events });

	it('sees no hidden file, and no secret', async () => {
		const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
		const settings = `[project]\nname = "tally"\npackages = "${token}"\n`;
		project({ '.aiignore': 'tests/\ntally/rates.py\n', 'pyproject.toml': settings });
		const looks: Scripted = [
			['read_lines', { file_name: 'pyproject.toml', start_line: 1, end_line: 3 }],
			['read_lines', { file_name: 'tests/test_clock.py', start_line: 1, end_line: 9 }],
			['search_code', { query: 'import' }],
		];
		const off = program('print(open("pyproject.toml").read())\nimport tally.clocks');
		const fixed = await fix([looks, off, program(python.shows), ...rest]);
		fixed.model.assertAllAsked();
		assert.match(sent(fixed, 1), /name = "tally"/);
		assert.match(sent(fixed, 1), /tally\/clock\.py/);
		assert.match(sent(fixed, 2), /`tally` contains: .*\bclock\.py\b/);
		for (const request of fixed.model.requests.keys()) {
			assert.doesNotMatch(sent(fixed, request), /ghp_|ClockTest|\brates\.py/);
		}
	});

	it('is shown what a folder contains where a file that the program loads is missing', async () => {
		project();
		const off = program('import tally.clocks\nassert False');
		const fixed = await fix([off, program(python.shows), ...rest]);
		fixed.model.assertAllAsked();
		assert.match(sent(fixed, 1), /The project has no `tally\.clocks`\. `tally` contains: .*\bclock\.py\b/);
		assert.doesNotMatch(sent(fixed, 1), /contains: .*shifts\.csv/);
	});

	it('reads what the program did, by its verdict', async () => {
		project();
		const fixed = await fix([program('1'), program('1 / 0'), program(python.shows), ...rest]);
		fixed.model.assertAllAsked();
		assert.match(sent(fixed, 1), /The program ended with exit code 0, so it does not show the bug\./);
		assert.match(sent(fixed, 2), /It failed, but not by an assertion of its own\. .*ZeroDivisionError/);
	});

	describe('of a project that needs a module which is not installed', () => {
		const clock = readFileSync(join(repoRoot, 'sample', 'python', 'tally', 'clock.py'), 'utf8');
		const needy = { 'tally/clock.py': `import faultline_no_such_module\n${clock}` };
		const stopped = [program(python.shows), named(python), patch(python, python.patched), read(true)];

		it('reads that it is missing, and the user is shown what to install where', async () => {
			project(needy);
			const fixed = await fix(stopped);
			fixed.model.assertAllAsked();
			const [note] = fixed.events.flatMap(event => (event.type === 'noted' && event.cures ? [event] : []));
			assert.match(note?.text ?? '', /^\S*python3? has no module faultline_no_such_module\./);
			assert.deepEqual(
				note?.cures?.map(({ kind, command }) => [kind, command?.replace(/^\S*(?=python)/, '')]),
				[['install', 'python3 -m pip install faultline_no_such_module']],
			);
			const [answer] = nodesOf(fixed.run).flatMap(({ calls }) => calls.map(call => call.answer?.text));
			assert.match(answer ?? '', /^Not reproduced\. \S+ has no module faultline_no_such_module\./);
		});

		it('may run the program again in a resumed run, after the module was installed', async function () {
			if (process.platform === 'win32') {
				this.skip();
			}
			project(needy);
			const { events } = await fix(stopped);
			const answered = events.findIndex(({ type }) => type === 'toolAnswered');
			const until = events.findIndex(({ type }, at) => at > answered && type === 'nodeClosed') + 1;
			assert.ok(answered > 0 && until > answered, 'its turn ended');
			const { PATH: path = '' } = process.env;
			const python3 = path.split(delimiter).find(folder => existsSync(join(folder, 'python3'))) ?? '';
			// It has the module: the workspace is as it was.
			const withModule = `PYTHONPATH='${scratch.path('modules')}' exec '${python3}/python3' "$@"`;
			scratch.write({ 'modules/faultline_no_such_module.py': '', 'bin/python3': `#!/bin/sh\n${withModule}\n` });
			chmodSync(scratch.path('bin', 'python3'), 0o755);
			process.env.PATH = [scratch.path('bin'), path].join(delimiter);
			const resumed = await fix([program(python.shows), ...rest], events.slice(0, until)).finally(() => {
				process.env.PATH = path;
			});
			assert.equal(resumed.run.state, 'done', resumed.run.message);
			resumed.model.assertAllAsked();
			assert.deepEqual(
				fixOf(resumed.run).reproducerRuns.map(({ verdict: each, patch: id }) => [each, id]),
				[
					['reproduced', undefined],
					['passed', 'p1'],
				],
			);
		});
	});
});
