import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunId } from '../../src/runs/node/runId';
import { faultlineCli } from '../support/faultlineCli';
import { folderPicture } from '../support/folderPicture';
import { git } from '../support/gitRepository';
import { repoRoot } from '../support/repoRoot';
import type { ScriptedAnswer } from '../support/scriptedAnswer';
import { named, patch, smoothFix, submitted } from '../support/smoothFix';
import { TestFolder } from '../support/testFolder';
import { TestModelServer } from '../support/testModelServer';

const approved: ScriptedAnswer = { text: '{"patch-correct": "yes"}' };

describe('faultline fix', () => {
	const folder = new TestFolder();
	const server = new TestModelServer();
	const workspace = () => folder.path('workspace');
	const fix = (...words: string[]) => {
		cpSync(join(repoRoot, 'sample', 'python'), workspace(), { recursive: true });
		const issue = ['--workspace', workspace(), '--issue', join(workspace(), 'ISSUE.md')];
		const model = ['--model', 'openai:m', '--base-url', server.now.baseUrl, '--form', 'tools'];
		return faultlineCli(['fix', ...issue, ...model, ...words], {
			env: { FAULTLINE_STORAGE: folder.path('storage') },
		});
	};

	it('states first what a tree of actions may take', async () => {
		server.now.script([{ text: '{"reproducible": false, "why": "It cannot."}' }]);
		const tree = ['--strategy', 'tree', '--turns', '10', '--max-requests', '1'];
		const { stderr } = await fix(...tree, '--execute');
		const announced = /This takes up to about 40 requests, besides retries; the limit of this run is 1\./;
		assert.match(stderr, announced);
		assert.doesNotMatch((await fix(...tree)).stderr, announced, 'it is refused where nothing may be executed');
	});

	it('opens the model that compares at the same server, and states where it cannot be used', async () => {
		server.now.script(body =>
			body.model === 'gone'
				? { fault: 'status', status: 404, body: { error: { message: 'no such model' } } }
				: { text: '{"reproducible": false, "why": "It cannot."}' },
		);
		const { code, stderr } = await fix('--judge-model', 'gone');
		assert.equal(code, 1);
		assert.match(stderr, /The model that compares \(--judge-model gone\) cannot be used\./);
	});

	it('prints a patch judged by execution, and leaves the workspace alone', async () => {
		server.now.script(smoothFix);
		const result = await fix('--execute');
		assert.equal(result.code, 0, result.stderr);
		assert.match(result.stdout, /Reproduced: Its assertion failed/);
		assert.match(result.stdout, /The reproducer fails without it and passes with it\./);
		assert.match(result.stdout, /^\+ {4}return \(end - start\) % MINUTES_PER_DAY$/m);
		const pristine = Object.keys(folderPicture(join(repoRoot, 'sample', 'python')));
		assert.deepEqual(Object.keys(folderPicture(workspace())), pristine);
		assert.match(readFileSync(join(workspace(), 'tally', 'clock.py'), 'utf8'), /return end - start\n/);
		assert.deepEqual(readdirSync(folder.path('storage', 'checkouts')), []);
		const [id = ''] = readdirSync(folder.path('storage', 'runs')).filter(isRunId);
		const shown = await faultlineCli(['runs', 'show', id], { env: { FAULTLINE_STORAGE: folder.path('storage') } });
		assert.match(shown.stdout, /^\+ {4}return \(end - start\) % MINUTES_PER_DAY$/m);
		const artifacts = /as files: (.*)$/m.exec(shown.stdout)?.[1] ?? assert.fail(shown.stdout);
		assert.deepEqual(readdirSync(artifacts).sort(), [
			'p1.diff',
			't1-before.stderr.txt',
			't1-before.stdout.txt',
			't1-faultline_reproducer.py',
			't1-p1.stderr.txt',
			't1-p1.stdout.txt',
			...['before', 'p1'].flatMap(ran => [`tests-${ran}.stderr.txt`, `tests-${ran}.stdout.txt`]),
		]);
		assert.match(readFileSync(join(artifacts, 't1-before.stderr.txt'), 'utf8'), /AssertionError/);
	});

	it('has a patch validated by the tests of the project', async () => {
		server.now.script(smoothFix);
		const result = await fix('--execute', '--test-command', 'python3 -m unittest discover -q');
		assert.equal(result.code, 0, result.stderr);
		assert.match(
			result.stdout,
			/By its exit code only, the test command passes with the patch, and fails without it\./,
		);
	});

	describe('of a project with a module of its environment', () => {
		const module = 'faultline_of_the_environment';

		beforeEach(() => {
			cpSync(join(repoRoot, 'sample', 'python'), workspace(), { recursive: true });
			const clock = join(workspace(), 'tally', 'clock.py');
			writeFileSync(clock, `import ${module}\n${readFileSync(clock, 'utf8')}`);
		});
		const own = async (...words: string[]) => {
			const issue = ['--workspace', workspace(), '--issue', join(workspace(), 'ISSUE.md')];
			const model = ['--model', 'openai:m', '--base-url', server.now.baseUrl, '--form', 'tools', '--execute'];
			return faultlineCli(['fix', ...issue, ...model, ...words], {
				env: { FAULTLINE_STORAGE: folder.path('storage') },
			});
		};

		it('names the interpreter that lacks it, the command that installs it, and the option for another', async () => {
			server.now.script([smoothFix[0] ?? named, named, patch, submitted, approved]);
			const result = await own();
			assert.match(result.stderr, new RegExp(`python3 has no module ${module}\\.`));
			assert.match(result.stderr, new RegExp(`Install ${module}: python3 -m pip install ${module}$`, 'm'));
			assert.match(result.stderr, /--interpreter PATH/);
			assert.match(result.stdout, /Not reproduced\. python3 has no module/);
		});

		it('runs it with the interpreter it is given', async () => {
			const environment = folder.path('elsewhere', 'environment');
			const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
			execFileSync(python, ['-m', 'venv', '--without-pip', environment]);
			const [version = ''] = readdirSync(join(environment, 'lib'));
			writeFileSync(join(environment, 'lib', version, 'site-packages', `${module}.py`), '');
			server.now.script(smoothFix);
			const result = await own('--interpreter', join(environment, 'bin', 'python'));
			assert.match(result.stdout, /Reproduced: Its assertion failed/, result.stderr);
			assert.equal(result.code, 0, result.stderr);
		});

		it('refuses an interpreter that is none', async () => {
			const result = await own('--interpreter', join(workspace(), 'ISSUE.md'));
			assert.match(result.stderr, /ISSUE\.md is none of the known interpreters/);
			assert.equal(result.code, 1);
		});
	});

	it('shows how the tests fail without a patch: at once, and beside what they say about it', async () => {
		server.now.script(smoothFix);
		const result = await fix('--execute', '--test-command', 'echo no database; exit 4');
		assert.equal(result.code, 0, result.stderr);
		assert.match(
			result.stderr,
			/^By its exit code only, the test command fails without a patch: exit code 4\.\nno database$/m,
		);
		assert.match(
			result.stdout,
			/and without it as well\.\n[\s\S]*^By its exit code only, the test command fails without a patch: exit code 4\.\n {4}no database$/m,
		);
	});

	it('names the option where the command that runs the tests cannot be run', async () => {
		server.now.script(smoothFix);
		const result = await fix('--execute', '--test-command', 'faultline-no-such-runner');
		assert.match(
			result.stderr,
			/^The test command could not be run: .*\n.*faultline-no-such-runner.*\n {2}Set the command with --test-command\./m,
		);
	});

	it('asks for --execute where tests are to run', async () => {
		const result = await fix('--test-command', 'python3 -m unittest');
		assert.deepEqual([result.code, result.stdout], [2, '']);
		assert.match(result.stderr, /--test-command is about programs that are run: add --execute/);
	});

	it('judges a patch by the build and reproducer commands that are given', async () => {
		const shows = 'python3 -c "from tally.clock import minutes_between as m; assert m(1350, 75) == 165"';
		const commands = ['--build-command', 'true', '--reproduce-command', shows, '--reproduce-runs', '2'];
		server.now.script([named, patch, submitted, approved]);
		const result = await fix('--execute', '--no-tests', ...commands);
		assert.equal(result.code, 0, result.stderr);
		assert.match(result.stdout, /Verdict: crashes before, does not crash after/);
		assert.match(result.stdout, /The reproducer command does not crash with it in 2 runs\./);
	});

	it('asks for --execute and for the command where an option is about one', async () => {
		const unasked = await fix('--reproduce-command', 'true');
		assert.deepEqual([unasked.code, unasked.stdout], [2, '']);
		assert.match(unasked.stderr, /--reproduce-command is about programs that are run: add --execute/);
		const lone = await fix('--execute', '--reproduce-runs', '2');
		assert.equal(lone.code, 2);
		assert.match(lone.stderr, /--reproduce-runs is about a command: add --reproduce-command LINE\./);
	});

	it('runs nothing unless it is allowed to, and writes the patch to a folder', async () => {
		server.now.script([named, patch, submitted, approved]);
		const result = await fix('--out', folder.path('out'), '--json');
		assert.equal(result.code, 0, result.stderr);
		const { patches } = JSON.parse(result.stdout);
		assert.deepEqual(patches[0].files, ['tally/clock.py']);
		assert.match(patches[0].reasons[0], /No reproducer/);
		assert.equal(patches[0].reasons[1], 'The reviewer approves it, without a reproducer.');
		assert.equal(server.now.bodies.length, 4);
		assert.equal(readFileSync(folder.path('out', 'patch-1.diff'), 'utf8'), patches[0].diff);
	});

	it('writes a patch that git applies to a file in an old encoding', async () => {
		folder.write({ 'workspace/old.py': Buffer.from('# caf\xe9\r\nminutes = 1\r\n', 'latin1') });
		const text = '<file>old.py</file>\n<original>minutes = 1</original>\n<patched>minutes = 2</patched>';
		server.now.script([named, { text }, submitted, approved]);
		const result = await fix('--out', folder.path('out'));
		assert.equal(result.code, 0, result.stderr);
		git(workspace(), 'init', '-q');
		git(workspace(), 'apply', folder.path('out', 'patch-1.diff'));
		assert.equal(readFileSync(join(workspace(), 'old.py'), 'latin1'), '# caf\xe9\r\nminutes = 2\r\n');
	});

	it('ends with 1 where no patch fits', async () => {
		const off: ScriptedAnswer = { text: 'I would rewrite all of it.' };
		server.now.script(() => off);
		const result = await fix();
		assert.equal(result.code, 1);
		assert.match(result.stdout, /No patch was written/);
	});

	describe('from a failing test', () => {
		const id = 'tests/test_report.py::WeekReportTest::test_adds_an_entry_that_ends_after_midnight';
		const from = (test: string, ...words: string[]) => {
			cpSync(join(repoRoot, 'sample', 'python'), workspace(), { recursive: true });
			const model = ['--model', 'openai:m', '--base-url', server.now.baseUrl, '--form', 'tools'];
			return faultlineCli(['fix', '--workspace', workspace(), '--test', test, ...model, ...words], {
				env: { FAULTLINE_STORAGE: folder.path('storage') },
			});
		};

		it('makes the issue of how it fails, and counts it as failing', async () => {
			server.now.script([named, patch, submitted, approved]);
			const result = await from(id, '--execute');
			assert.equal(result.code, 0, result.stderr);
			const [first] = server.now.bodies.map(body => JSON.stringify(body));
			assert.match(
				first ?? '',
				/<issue>\\ntest_adds_an_entry_that_ends_after_midnight fails: AssertionError: -\d+ != 375/,
			);
			assert.match(
				first ?? '',
				/Test: tests\/test_report\.py › WeekReportTest › [\s\S]*assertEqual\(total_minutes\(entries\)/,
			);
			assert.match(
				first ?? '',
				/most suspicious first \(1 failing and \d passing tests\)[\s\S]*clock\.py:21-23 minutes_between/,
			);
			assert.match(result.stdout, /4 tests pass as before; turned green: tests\/test_report\.py::WeekReportTest::/);
			assert.deepEqual(readdirSync(folder.path('storage', 'checkouts')), []);
		});

		it('refuses one that passes, and one that is not there', async () => {
			const passing = await from('tests/test_clock.py::ClockTest::test_rounds_a_half_up', '--execute');
			assert.deepEqual([passing.code, passing.stdout], [1, '']);
			assert.match(passing.stderr, /test_rounds_a_half_up passes: name a test that fails\./);
			const absent = await from('tests/test_clock.py::ClockTest::test_nothing', '--execute');
			assert.deepEqual([absent.code, absent.stdout], [1, '']);
			assert.match(absent.stderr, /test_nothing was not found among the tests that ran\./);
			assert.match(absent.stderr, /faultline tests --run/);
		});

		it('is run only with --execute, and instead of an issue', async () => {
			const unasked = await from(id);
			assert.deepEqual([unasked.code, unasked.stdout], [2, '']);
			assert.match(unasked.stderr, /--test is about programs that are run: add --execute/);
			for (const other of [['--issue', 'ISSUE.md'], ['--no-tests'], ['--test-command', 'true']]) {
				const both = await from(id, '--execute', ...other);
				assert.equal(both.code, 2);
				assert.match(both.stderr, new RegExp(`--test and ${other[0]} exclude each other`));
			}
		});
	});

	it('is resumed only with what it was allowed to', async () => {
		server.now.script(() => ({ fault: 'status', status: 401, body: { error: { message: 'no such key' } } }));
		assert.equal((await fix('--execute', '--no-tests')).code, 1);
		const [id = ''] = readdirSync(folder.path('storage', 'runs')).filter(isRunId);
		const model = ['--model', 'openai:m', '--base-url', server.now.baseUrl, '--form', 'tools'];
		const resume = (...words: string[]) =>
			faultlineCli(['runs', 'resume', id, ...model, ...words], { env: { FAULTLINE_STORAGE: folder.path('storage') } });
		const refused = await resume();
		assert.equal(refused.code, 2);
		assert.match(refused.stderr, /Programs ran in run .*: resume it with --execute/);
		server.now.script(smoothFix);
		const resumed = await resume('--execute', '--no-tests');
		assert.equal(resumed.code, 0, resumed.stderr);
		assert.match(resumed.stdout, /Reproduced: Its assertion failed/);
	});

	it('requires a model', async () => {
		const result = await faultlineCli(['fix', '--workspace', '.', '--issue', '-'], { stdin: 'x' });
		assert.equal(result.code, 2);
		assert.match(result.stderr, /--model openai:NAME/);
	});
});
