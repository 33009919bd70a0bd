import type { BrokenTest, TestFindings } from '../../../runs/pure/model/testing/testFindings';
import type { TestReport, TestResult } from '../../../runs/pure/model/testing/testReport';

/** The tests in the test files that a patch adds or changes, with all of its changes. */
export interface ChangedTests {
	/** By name. */
	readonly passed: ReadonlySet<string>;
	/** Those that do not fail without the patch. */
	readonly failed: readonly TestResult[];
}

/**
 * `before`: the tests of the same files without the patch; undefined if there are no such files. An exit code alone says
 * nothing about a test, nor does a run that was cut.
 */
export function changedTests(report: TestReport, before: TestReport | undefined): ChangedTests {
	const isKnown = report.isByExitCode !== true && !report.execution.timedOut && before?.execution.timedOut !== true;
	const named = isKnown ? report.tests : [];
	const failing = new Set((before?.tests ?? []).flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : [])));
	return {
		passed: new Set(named.flatMap(({ id, outcome }) => (outcome === 'passed' ? [id] : []))),
		failed: named.filter(({ id, outcome }) => outcome === 'failed' && !failing.has(id)),
	};
}

/** The findings about a patch with those about the tests that it changes: which broken ones pass then, and which fail. */
export function withChangedTests(
	{ broken, nBroken, ...found }: TestFindings,
	{ passed, failed }: ChangedTests,
): TestFindings {
	const known = new Set(broken.map(({ id }) => id));
	const added = failed.flatMap(({ id, message, trace }): BrokenTest[] => {
		const error = { ...(message !== undefined && { message }), ...(trace !== undefined && { trace }) };
		return known.has(id) ? [] : [{ id, how: 'failsAsChanged', ...error }];
	});
	const marked = broken.map(each => (passed.has(each.id) ? { ...each, passesAsChanged: true as const } : each));
	return {
		...found,
		broken: [...marked, ...added.slice(0, mostAdded)],
		nBroken: nBroken + added.length,
		...(passed.size + failed.length > 0 && { asChanged: { nPassed: passed.size, nFailed: failed.length } }),
	};
}

const mostAdded = 10;
