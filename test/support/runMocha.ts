import { writeFileSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';
import { endHangingTests } from './endHangingTests';

/** The plan of one mocha process, passed by test/run.mjs in the environment variable FAULTLINE_TEST_PLAN. */
export interface TestPlan {
	/** Absolute paths of bundled test files; none for a process that gets them one by one. */
	readonly files: readonly string[];
	/** Where the counts go, as JSON of `TestCounts`. */
	readonly countsFile: string;
	/** Regular expression over full titles. */
	readonly grep?: string;
	/** Prefixes all output with `reportMark`, so that a reader can find the report in a log. */
	readonly marked?: boolean;
}

export interface TestCounts {
	readonly passed: number;
	readonly failed: number;
	/** Title and stack of each failed test, so that the end of a long log can repeat them. */
	readonly failures: readonly string[];
	/** How long each test took, with its hooks. */
	readonly durations: readonly TestDuration[];
}

export interface TestDuration {
	readonly title: string;
	readonly ms: number;
}

/** The counts of one file with its report. */
export interface FileResult {
	readonly counts: TestCounts;
	readonly report: string;
	readonly ms: number;
}

export const reportMark = '[mocha]';

/** Runs the plan with mocha's spec reporter, without limits of time for tests that make progress. A file that registers no test and a file that cannot be loaded are failures. */
export async function runMocha(plan: TestPlan): Promise<TestCounts> {
	if (plan.marked) {
		Mocha.reporters.Base.consoleLog = (...values: unknown[]) => console.log(reportMark + format(...values));
	}
	const counts = await countsOf(plan.files, plan.grep);
	writeFileSync(plan.countsFile, JSON.stringify(counts));
	return counts;
}

/** Runs one file of many that a process runs, and keeps its report for later. `onTest` is called at the end of each test. */
export async function runFile(file: string, grep: string | undefined, onTest: () => void): Promise<FileResult> {
	const lines: string[] = [];
	Mocha.reporters.Base.consoleLog = (...values: unknown[]) => void lines.push(format(...values));
	const startedMs = performance.now();
	const counts = await countsOf([file], grep, onTest);
	// Its module would be kept, with all that its tests made.
	delete require.cache[file];
	return { counts, report: lines.join('\n'), ms: performance.now() - startedMs };
}

async function countsOf(files: readonly string[], grep?: string, onTest?: () => void): Promise<TestCounts> {
	try {
		return await runFiles(files, grep, onTest);
	} catch (error) {
		Mocha.reporters.Base.consoleLog(error);
		return { passed: 0, failed: 1, failures: [format(error)], durations: [] };
	}
}

async function runFiles(files: readonly string[], grep?: string, onTest?: () => void): Promise<TestCounts> {
	const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout: 0, forbidOnly: true, ...(grep && { grep }) });
	for (const file of files) {
		mocha.addFile(file);
	}
	const failures: string[] = [];
	const durations: TestDuration[] = [];
	const runner = await new Promise<Mocha.Runner>(resolve => {
		const running = mocha.run(() => resolve(running));
		endHangingTests(running);
		let lastMs = performance.now();
		running.on('test end', test => {
			const nowMs = performance.now();
			durations.push({ title: test.fullTitle(), ms: Math.round(nowMs - lastMs) });
			lastMs = nowMs;
			onTest?.();
		});
		running.on('fail', (test, error: Error) =>
			failures.push(`${test.fullTitle()}\n${(error.stack ?? error.message).slice(0, 3000)}`),
		);
	});
	const empty = files.filter(file => !hasTestsOf(mocha.suite, file)).map(file => `${file} registers no test`);
	for (const problem of empty) {
		Mocha.reporters.Base.consoleLog(problem);
	}
	return {
		passed: runner.stats?.passes ?? 0,
		failed: (runner.stats?.failures ?? 1) + empty.length,
		failures: [...failures, ...empty],
		durations,
	};
}

function hasTestsOf(suite: Mocha.Suite, file: string): boolean {
	return suite.tests.some(test => test.file === file) || suite.suites.some(inner => hasTestsOf(inner, file));
}
