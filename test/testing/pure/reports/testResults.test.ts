import assert from 'node:assert/strict';
import { readJsonLines } from '../../../../src/testing/pure/reports/jsonLines';
import { crashedTests, reportProblem } from '../../../../src/testing/pure/reports/reportProblem';
import { TestResults } from '../../../../src/testing/pure/reports/testResults';

const ended = { stdout: '', stderr: '', exitCode: 0, timedOut: false, durationMs: 1 };

describe('the results of a run', () => {
	const read = (lines: readonly object[], end: Partial<Parameters<typeof reportProblem>[1]> = {}) => {
		const results = new TestResults({ folder: '/copy/app', start: 'app/' });
		readJsonLines(lines.map(line => JSON.stringify(line)).join('\n'), { format: 'jsonLines' }, results);
		const all = {
			runner: 'r',
			execution: ended,
			timeoutMs: 9000,
			unread: undefined,
			isUnprepared: false,
			isBroken: false,
			...end,
		};
		return { tests: results.tests, problem: reportProblem(results, all), crashed: crashedTests(results, all) };
	};
	const passed = { event: 'passed', id: 'a', file: 'a.x' };
	const finished = { event: 'finished' };

	it('have workspace paths, and nothing of the copy', () => {
		const failed = {
			event: 'failed',
			id: 't[/copy/app/x]',
			file: '/copy/app/t.x',
			message: 'in <A object at 0x7f3ac0d2e1f0>',
		};
		assert.deepEqual(read([failed, finished]).tests, [
			{ id: 't[x]', file: 'app/t.x', outcome: 'failed', message: 'in <A object at 0x…>' },
		]);
		assert.equal(read([{ ...passed, file: '../secret' }, finished]).tests[0]?.file, undefined);
	});

	it('have each id once, with its worst outcome', () => {
		const { tests } = read([passed, { ...passed, event: 'failed' }, { ...passed, event: 'skipped' }, finished]);
		assert.deepEqual(tests, [{ id: 'a', file: 'app/a.x', outcome: 'failed' }]);
	});

	it('are whole only where the report states its end, and some test ran', () => {
		assert.equal(read([passed, finished]).problem, undefined);
		assert.match(read([passed]).problem ?? '', /ended early/);
		assert.match(read([finished]).problem ?? '', /ran no test/);
		assert.match(read([], { unread: 'wrote no report' }).problem ?? '', /wrote no report/);
	});

	it('are not whole where the runner failed without a test that did', () => {
		const execution = { ...ended, exitCode: 3, stderr: 'cannot write cache' };
		assert.match(read([passed, finished], { execution }).problem ?? '', /exit code 3:\ncannot write cache/);
	});

	it('are not whole after a timeout, and blame no test for it', () => {
		const execution = { ...ended, exitCode: null, timedOut: true };
		const { problem, crashed, tests } = read([passed, { ...passed, id: 'b', event: 'started' }], { execution });
		assert.match(problem ?? '', /timed out after 9 s: 1 test ended/);
		assert.deepEqual([crashed, tests.length], [[], 1]);
	});

	it('name the test in which the run crashed', () => {
		const execution = { ...ended, exitCode: null, signal: 'SIGSEGV' };
		const { problem, crashed } = read([passed, { ...passed, id: 'b', event: 'started' }], { execution });
		assert.match(problem ?? '', /ended early while b ran: ended by SIGSEGV/);
		assert.deepEqual(
			crashed.map(({ id, outcome }) => [id, outcome]),
			[['b', 'failed']],
		);
	});

	it('keep what is not JSON out', () => {
		const results = new TestResults({ folder: '/copy', start: '' });
		const text = `{"event":"passed","id":"a"}\n${'['.repeat(1e5)}\n{"event":"passed","id":7}\n{"event":"passed","id":"b`;
		readJsonLines(text, { format: 'jsonLines' }, results);
		assert.deepEqual(
			results.tests.map(({ id }) => id),
			['a'],
		);
	});
});
