import type { TestReport, TestResult } from '../../runs/pure/model/testing/testReport';
import type { Checkout } from '../../sandbox/pure/execution/checkouts';
import { isTestFileOf } from './detectRunners';
import type { RunnerSuite } from './runnerSuite';
import type { TestRunOptions, TestSelection, TestSuite } from './testSuite';

/** The tests of several projects or languages. The id of a test begins with the name of its suite: `pytest: ID`. */
export class JoinedSuite implements TestSuite {
	readonly name: string;
	readonly selects: boolean;

	constructor(private readonly suites: readonly RunnerSuite[]) {
		this.selects = suites.some(({ selects }) => selects);
		this.name = suites.map(({ name }) => name).join(', ');
	}

	/** One after the other. Those that have nothing of the selection are not run. */
	async run(checkout: Checkout, selection: TestSelection, options: TestRunOptions): Promise<TestReport> {
		const reports: TestReport[] = [];
		let left = options.timeoutMs;
		for (const suite of this.suites) {
			const own = partOf(suite, selection);
			if (own !== undefined) {
				const report = await suite.run(checkout, own, { ...options, timeoutMs: Math.max(1, left) });
				left -= report.execution.durationMs;
				reports.push(report);
			}
		}
		return joined(this.name, reports);
	}
}

function partOf(suite: RunnerSuite, selection: TestSelection): TestSelection | undefined {
	if (selection === 'all') {
		return selection;
	}
	if ('files' in selection) {
		const files = selection.files.filter(file => isTestFileOf(suite.detected, file));
		return files.length === 0 ? undefined : { files };
	}
	const start = `${suite.name}: `;
	const tests = selection.tests.flatMap(id => (id.startsWith(start) ? [id.slice(start.length)] : []));
	return tests.length === 0 ? undefined : { tests };
}

function joined(name: string, reports: readonly TestReport[]): TestReport {
	const executions = reports.map(({ execution }) => execution);
	const named = (test: TestResult, runner: string) => ({ ...test, id: `${runner}: ${test.id}` });
	const problems = reports.flatMap(({ problem }) => problem ?? []);
	const problem = reports.length === 0 ? 'None of these files or tests is known.' : problems.join('\n');
	const worst = executions.find(({ exitCode, timedOut }) => exitCode !== 0 || timedOut) ?? executions[0];
	return {
		runner: name,
		command: reports.map(({ command }) => command).join('\n'),
		tests: reports.flatMap(({ tests, runner }) => tests.map(test => named(test, runner))),
		...(problem !== '' && { problem }),
		execution: {
			exitCode: 0,
			timedOut: false,
			...worst,
			stdout: executions.map(({ stdout }) => stdout).join('\n'),
			stderr: executions.map(({ stderr }) => stderr).join('\n'),
			durationMs: executions.reduce((total, { durationMs }) => total + durationMs, 0),
		},
	};
}
