import type { TestOutcome, TestReport } from '../../runs/pure/model/testing/testReport';
import { counted } from '../../system/pure/text/counted';
import type { Terminal } from '../terminal';

/** A project with tests, for users. */
export interface ShownProject {
	readonly runner: string;
	readonly files: readonly string[];
}

const styles = { passed: 'green', failed: 'red', skipped: 'yellow' } as const satisfies Record<TestOutcome, string>;

export function projectsText(projects: readonly ShownProject[], terminal: Terminal): string {
	const texts = projects.map(({ runner, files }) =>
		[
			`${terminal.style('bold', runner)}  ${counted(files.length, 'file')} with tests`,
			...files.map(path => `  ${path}`),
		].join('\n'),
	);
	return [...texts, 'To run them: faultline tests --run'].join('\n\n');
}

/** Each test, failed ones with their trace; then how many there are of each outcome, and why the report is not whole. */
export function testReportText(report: TestReport, terminal: Terminal): string {
	const { tests, problem, runner, isByExitCode, execution } = report;
	const lines = tests.flatMap(({ id, outcome, message, trace }) => [
		`${terminal.style(styles[outcome], outcome.padEnd(7))}  ${id}`,
		...(trace ?? message ?? '')
			.split('\n')
			.flatMap(line => (line === '' ? [] : [terminal.style('dim', `    ${line}`)])),
	]);
	const counts = (['passed', 'failed', 'skipped'] as const).map(
		outcome => `${tests.filter(test => test.outcome === outcome).length} ${outcome}`,
	);
	const seconds = `in ${(execution.durationMs / 1000).toFixed(1)} s`;
	const known = isByExitCode ? 'only the exit code is known' : counts.join(', ');
	return [
		...lines,
		...(lines.length > 0 ? [''] : []),
		`${terminal.style('bold', runner)}: ${known}, ${seconds}`,
		...(problem === undefined ? [] : [terminal.style('bold', problem)]),
	].join('\n');
}
