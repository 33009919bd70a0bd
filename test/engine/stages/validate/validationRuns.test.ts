import assert from 'node:assert/strict';
import { ValidationRuns } from '../../../../src/engine/stages/validate/validationRuns';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import type { TestReport, TestResult } from '../../../../src/runs/pure/model/testing/testReport';
import { PatchedCopy } from '../../../../src/sandbox/pure/execution/patchedCopy';
import type { TestSelection, TestSuite } from '../../../../src/testing/pure/testSuite';
import { MemoryRuns } from '../../../support/memoryRuns';
import { patchOf } from '../../../support/patchRun';
import { memoryExecution } from '../../agent/branching/memoryCheckouts';

const before = 'def price():\n    return 1\n';
const patch = patchOf('p1', { path: 'shop.py', before, after: before.replace('1', '2') });
const { signal } = new AbortController();

/** A suite in which `test_far.py` comes first and never ends, and `test_near.py` fails with the patch. */
function slowSuite(selections: TestSelection[]): TestSuite {
	return {
		name: 'slow',
		selects: true,
		run: async (checkout, selection): Promise<TestReport> => {
			selections.push(selection);
			const isPatched = (await checkout.files.readText('shop.py')).includes('2');
			const near: TestResult = { id: 'near', file: 'test_near.py', outcome: isPatched ? 'failed' : 'passed' };
			const far: TestResult = { id: 'far', file: 'test_far.py', outcome: 'passed' };
			const timedOut = selection === 'all';
			const execution = { stdout: '', stderr: '', exitCode: timedOut ? null : 0, timedOut, durationMs: 20_000 };
			return { runner: 'slow', command: 'slow', tests: timedOut ? [far] : [near], execution };
		},
	};
}

/** Like it, but no test runs where `test_gis.py` is among the files. */
function endingSuite(selections: TestSelection[]): TestSuite {
	const suite = slowSuite(selections);
	return {
		...suite,
		run: async (checkout, selection, options): Promise<TestReport> => {
			const report = await suite.run(checkout, selection, options);
			const ends = typeof selection === 'object' && 'files' in selection && selection.files.includes('test_gis.py');
			return ends ? { ...report, tests: [], problem: 'The runner ended early: exit code 1.' } : report;
		},
	};
}

describe('a suite that takes too long', () => {
	async function validate(files: readonly string[], suiteOf = slowSuite) {
		const selections: TestSelection[] = [];
		const log = RunLog.start(new MemoryRuns(), { now: () => 0 }, 'a');
		const issue = { title: 'It fails', body: '', source: { kind: 'text' } } as const;
		await log.emit(rootNode, {
			type: 'runStarted',
			runId: 'a',
			issue,
			engine: 'scripted',
			workspace: [],
			version: '0',
		});
		const { checkouts } = memoryExecution({ 'shop.py': before }, () => '');
		const runs = new ValidationRuns(log, {
			...{ suite: suiteOf(selections), execution: {}, isTest: () => false },
			affected: async () => ({ ran: [], files }),
		});
		const place = { copy: new PatchedCopy(checkouts, 'tests', signal), signal };
		const plain = await runs.plain(rootNode, place);
		return { selections, plain, ran: await runs.run(rootNode, patch, plain, place) };
	}

	it('is no evidence by the tests that ended; those near to a patch are run without it and with it', async () => {
		const { selections, plain, ran } = await validate(['test_near.py']);
		assert.deepEqual([plain.ran.verdict, plain.ran.tests, plain.report], ['unclear', undefined, undefined]);
		assert.equal(plain.ran.why, 'All tests take longer than 20 s: each patch is judged by the tests nearest to it.');
		assert.deepEqual(selections.slice(0, 3), ['all', { files: ['test_near.py'] }, { files: ['test_near.py'] }]);
		assert.equal(selections.filter(each => each === 'all').length, 1);
		assert.deepEqual(
			[ran?.verdict, ran?.tests?.isPart, ran?.tests?.broken.map(({ id }) => id)],
			['failed', true, ['near']],
		);
		assert.equal(ran?.why, '0 near tests pass as before; breaks near. Only the tests near to it were run.');
	});

	it('is judged without a file that ends its runner', async () => {
		const { selections, ran } = await validate(['test_near.py', 'test_gis.py'], endingSuite);
		assert.deepEqual(
			ran?.tests?.broken.map(({ id }) => id),
			['near'],
		);
		assert.deepEqual(selections.slice(1, 4), [
			{ files: ['test_near.py', 'test_gis.py'] },
			{ files: ['test_near.py'] },
			{ files: ['test_gis.py'] },
		]);
	});

	it('judges no patch that no test is near to', async () => {
		const { selections, ran } = await validate([]);
		assert.deepEqual([ran, selections], [undefined, ['all']]);
	});
});
