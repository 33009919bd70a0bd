import assert from 'node:assert/strict';
import { changedTests } from '../../../../src/engine/stages/validate/changedTests';
import type { TestReport, TestResult } from '../../../../src/runs/pure/model/testing/testReport';

function report(tests: readonly TestResult[], other: { timedOut?: boolean; isByExitCode?: true } = {}): TestReport {
	const { timedOut = false, ...rest } = other;
	const execution = { stdout: '', stderr: '', exitCode: 1, timedOut, durationMs: 1 };
	return { ...{ runner: 'a', command: 'a', tests, execution }, ...rest };
}

const failing: TestResult = { id: 'failing', outcome: 'failed' };
const passing: TestResult = { id: 'passing', outcome: 'passed' };

function named({ passed, failed }: ReturnType<typeof changedTests>) {
	return [[...passed], failed.map(({ id }) => id)];
}

describe('the tests that a patch changes', () => {
	it('fail with it, unless they failed before', () => {
		const ran = report([failing, passing]);
		assert.deepEqual(named(changedTests(ran, undefined)), [['passing'], ['failing']]);
		assert.deepEqual(named(changedTests(ran, report([failing]))), [['passing'], []]);
	});

	it('are not known from a run that was cut, with the patch or without it, or from an exit code', () => {
		const ran = [failing, passing];
		assert.deepEqual(named(changedTests(report(ran, { timedOut: true }), undefined)), [[], []]);
		assert.deepEqual(named(changedTests(report(ran), report([], { timedOut: true }))), [[], []]);
		assert.deepEqual(named(changedTests(report(ran, { isByExitCode: true }), undefined)), [[], []]);
	});
});
