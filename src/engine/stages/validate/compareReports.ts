import type { BrokenTest } from '../../../runs/pure/model/testing/testFindings';
import type { TestReport, TestResult } from '../../../runs/pure/model/testing/testReport';

/** Differences between the tests without a patch and with it. */
export interface Comparison {
	/** Tests that pass in both. */
	readonly nPassed: number;
	/** Names of tests that fail without the patch. */
	readonly failing: readonly string[];
	/** Of them those that pass with it. */
	readonly fixed: readonly string[];
	/** Tests that do not fail without the patch and are worse with it; not yet repeated. */
	readonly changed: readonly ChangedTest[];
}

/** A test that is worse with a patch. */
export interface ChangedTest extends BrokenTest {
	readonly file?: string;
	/** Unknown without the patch, such as a file that cannot be loaded with it. */
	readonly isNew: boolean;
}

/**
 * Compares the tests by name. A test that passes without the patch must pass with it: one that fails, is skipped or is
 * missing is worse. So is a new failure, such as a file that cannot be loaded. Tests that fail without the patch are
 * not compared. `isWhole`: the run with the patch was not ended early, so that missing tests would have run.
 */
export function compareReports(
	before: Pick<TestReport, 'tests'>,
	after: Pick<TestReport, 'tests'>,
	isWhole: boolean,
): Comparison {
	const [was, is] = [before, after].map(({ tests }) => new Map(tests.map(test => [test.id, test])));
	const old = before.tests.filter(({ outcome }) => outcome !== 'failed');
	const failing = before.tests.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
	const changed = old.flatMap(test => changedTest(test, is?.get(test.id), isWhole));
	const fresh = after.tests.filter(({ id, outcome }) => outcome === 'failed' && was?.has(id) !== true);
	return {
		nPassed: old.filter(({ id, outcome }) => outcome === 'passed' && is?.get(id)?.outcome === 'passed').length,
		failing,
		fixed: failing.filter(id => is?.get(id)?.outcome === 'passed'),
		// Failures explain missing tests.
		changed: [...fresh.map((test): ChangedTest => ({ ...failedTest(test), isNew: true })), ...changed].sort(
			(a, b) => Number(b.how === 'fails') - Number(a.how === 'fails'),
		),
	};
}

/** Empty for a test that is not worse. */
function changedTest(before: TestResult, after: TestResult | undefined, isWhole: boolean): ChangedTest[] {
	const { id, file, outcome } = before;
	const place = { id, ...(file !== undefined && { file }), isNew: false };
	if (after?.outcome === 'failed') {
		return [{ ...failedTest(after), ...place }];
	}
	if (outcome !== 'passed' || after?.outcome === 'passed') {
		return [];
	}
	if (after === undefined) {
		return isWhole ? [{ ...place, how: 'missing' }] : [];
	}
	return [{ ...place, how: 'skipped' }];
}

function failedTest({ id, file, message, trace }: TestResult): Omit<ChangedTest, 'isNew'> {
	return {
		...{ id, how: 'fails' },
		...(file !== undefined && { file }),
		...(message !== undefined && { message }),
		...(trace !== undefined && { trace }),
	};
}
