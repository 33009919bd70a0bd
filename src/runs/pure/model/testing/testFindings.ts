import { counted, grouped } from '../../../../system/pure/text/counted';

/** The results of the tests by name. With a patch, only differences from the tests without it count. */
export interface TestFindings {
	/** As users know it: `pytest`. */
	readonly runner: string;
	/** Only the exit code is known: the command is the one test. */
	readonly isByExitCode?: true;
	/** Only the tests near to the patch were run: all take too long, or it breaks some of these. */
	readonly isPart?: true;
	/** With a patch: that pass with it and without it. */
	readonly nPassed: number;
	/** That fail without a patch: they are no evidence. */
	readonly failing: TestNames;
	/** That fail without the patch and pass with it. */
	readonly fixed: TestNames;
	/** The first tests that the patch breaks; `nBroken` counts all. */
	readonly broken: readonly BrokenTest[];
	readonly nBroken: number;
	/** Whose outcome differs from run to run: they do not count. */
	readonly flaky: TestNames;
	/** Paths of tests and their settings that the patch changes: the tests were run without these changes. */
	readonly leftOut: readonly string[];
	/** The tests of these files with the patch's changes of them. */
	readonly asChanged?: { readonly nPassed: number; readonly nFailed: number };
}

/** Some tests: their number, and the first names. */
export interface TestNames {
	readonly n: number;
	readonly names: readonly string[];
}

/**
 * A test that speaks against a patch: it passes without it. `missing`: it does not run with the patch any more.
 * `failsAsChanged`: the patch adds or changes the test itself, and it fails with that change.
 */
export interface BrokenTest {
	readonly id: string;
	readonly how: 'fails' | 'missing' | 'skipped' | 'failsAsChanged';
	/** With the patch's own change of the test, it passes. */
	readonly passesAsChanged?: true;
	/** Of a failing one: the error in a few lines. */
	readonly message?: string;
	/** Of the first failing tests: the runner's output about it, cut. */
	readonly trace?: string;
}

/**
 * The results of the tests as a phrase: `340 tests pass as before; breaks test_a.py::test_b; flaky: test_c`. `about`:
 * with a patch, or without one.
 */
export function findingsText(findings: TestFindings, about: 'patch' | 'plain'): string {
	const { nPassed, failing, fixed, nBroken, flaky, isPart } = findings;
	const parts = [
		`${counted(nPassed, isPart ? 'near test' : 'test')} ${nPassed === 1 ? 'passes' : 'pass'}${about === 'patch' ? ' as before' : ''}`,
		nBroken === 0 ? '' : `breaks ${brokenText(findings)}`,
		fixed.n === 0 ? '' : `turned green: ${testNamesText(fixed)}`,
		failing.n === fixed.n
			? ''
			: `${counted(failing.n - fixed.n, 'test')} ${about === 'patch' ? 'failed before' : `${failing.n === 1 ? 'fails' : 'fail'}: ${testNamesText(failing)}`}`,
		flaky.n === 0 ? '' : `flaky: ${testNamesText(flaky)}`,
	];
	return parts.filter(part => part !== '').join('; ');
}

/** `test_a.py::test_b (missing) and 2 more`. */
export function brokenText({ broken, nBroken }: Pick<TestFindings, 'broken' | 'nBroken'>): string {
	const names = broken.map(({ id, how }) =>
		how === 'fails' ? id : `${id} (${how === 'failsAsChanged' ? 'as changed' : how})`,
	);
	return testNamesText({ names, n: nBroken });
}

/** Describes one of them and its failure, for a model. */
export function brokenTestText({ id, how, message, trace }: BrokenTest): string {
	const ends = {
		...{ fails: 'fails', missing: 'does not run any more', skipped: 'is skipped' },
		failsAsChanged: 'fails as the patch has it',
	} as const;
	const error = message === undefined || trace?.includes(message) ? [] : [message];
	return [`${id} ${ends[how]}`, ...error, ...(trace === undefined ? [] : [trace])].join('\n');
}

/** `test_a.py::test_b and 2 more`; '' for none. */
export function testNamesText({ names, n }: TestNames): string {
	const shown = names.slice(0, mostNames);
	const nMore = n - shown.length;
	const more = nMore === 0 ? [] : [`${grouped(nMore)} more`];
	return shown.length === 0 ? '' : [shown.join(', '), ...more].join(' and ');
}

const mostNames = 3;
