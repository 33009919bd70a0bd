import type { BrokenTest, TestFindings, TestNames } from '../../../runs/pure/model/testing/testFindings';
import type { TestOutcome, TestReport } from '../../../runs/pure/model/testing/testReport';
import type { TestOutcomes, ValidationRun } from '../../../runs/pure/model/testing/validation';
import { headAndTail } from '../../../sandbox/pure/execution/patchedCopy';
import type { Comparison } from './compareReports';
import type { Repeated } from './repeatedTests';
import { plainWhy } from './validationTexts';

/** How many tests of a run are recorded with how they end. */
const mostOutcomes = 2000;

/** How many are recorded of each. */
const most = {
	...{ names: 20, broken: 50, traces: 5 },
	...{ message: { lines: 6, lineLength: 300 }, trace: { lines: 30, lineLength: 300 } },
} as const;

/** The tests without a patch. */
export function plainRun(report: TestReport): ValidationRun {
	const { command, execution, problem } = report;
	const failing = report.tests.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
	const nPassed = report.tests.filter(({ outcome }) => outcome === 'passed').length;
	const tests: TestFindings = {
		...kindOf(report),
		...{ nPassed, failing: firstNames(failing), fixed: noTests, broken: [], nBroken: 0, flaky: noTests, leftOut: [] },
	};
	const verdict = nPassed === 0 ? 'failed' : failing.length > 0 || problem !== undefined ? 'unclear' : 'passed';
	return { command, execution, verdict, why: plainWhy(tests, { problem, execution }), tests };
}

/** The tests without a patch, if they take longer than `limitMs`: nothing is known of them. */
export function cutRun({ command, execution }: TestReport, limitMs: number): ValidationRun {
	const seconds = Math.ceil(limitMs / 1000);
	const why = `All tests take longer than ${seconds} s: each patch is judged by the tests nearest to it.`;
	return { command, execution, verdict: 'unclear', why };
}

/** The tests with a patch, once changed tests were repeated. */
export function foundWith(
	report: TestReport,
	{ nPassed, failing, fixed }: Comparison,
	{ broken, flaky, alsoWithout, leftOut }: Repeated & Pick<TestFindings, 'leftOut'>,
): TestFindings {
	return {
		...{ ...kindOf(report), nPassed, leftOut, nBroken: broken.length },
		failing: firstNames([...failing, ...alsoWithout]),
		fixed: firstNames(fixed),
		broken: broken.slice(0, most.broken).map(keptTest),
		flaky: firstNames(flaky),
	};
}

/** How the tests of a run end, by name. */
export function outcomesOf({ tests }: Pick<TestReport, 'tests'>): TestOutcomes {
	const kept = tests.slice(0, mostOutcomes);
	const named = (wanted: TestOutcome) => kept.flatMap(({ id, outcome }) => (outcome === wanted ? [id] : []));
	const nMore = tests.length - kept.length;
	return {
		...{ passed: named('passed'), failed: named('failed'), skipped: named('skipped') },
		...(nMore > 0 && { nMore }),
	};
}

function keptTest({ id, how, message, trace }: BrokenTest, at: number): BrokenTest {
	return {
		...{ id, how },
		...(message !== undefined && { message: headAndTail(message, most.message) }),
		...(trace !== undefined && at < most.traces && { trace: headAndTail(trace, most.trace) }),
	};
}

function kindOf({ runner, isByExitCode }: TestReport): Pick<TestFindings, 'runner' | 'isByExitCode'> {
	return { runner, ...(isByExitCode === true && { isByExitCode }) };
}

export function firstNames(names: readonly string[]): TestNames {
	return { n: names.length, names: names.slice(0, most.names) };
}

const noTests: TestNames = { n: 0, names: [] };
