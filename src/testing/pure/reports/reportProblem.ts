import type { Execution } from '../../../runs/pure/model/execution';
import type { TestResult } from '../../../runs/pure/model/testing/testReport';
import { lastLines } from '../../../runs/pure/model/testing/validation';
import { counted } from '../../../system/pure/text/counted';
import type { TestResults } from './testResults';

/** Facts about a run other than its results. */
export interface RunEnd {
	readonly runner: string;
	readonly execution: Execution;
	/** For all of it together. */
	readonly timeoutMs: number;
	/** Why there is no report, in words that follow the runner's name. */
	readonly unread: string | undefined;
	/** Commands before the runner failed. */
	readonly isUnprepared: boolean;
	/** The output shows that the report lacks tests. */
	readonly isBroken: boolean;
}

/**
 * Why a report is not whole, in sentences; undefined if it is. An exit code other than 0 needs a failed test as its
 * reason.
 */
export function reportProblem(results: TestResults, end: RunEnd): string | undefined {
	const { execution, runner, timeoutMs } = end;
	const nEnded = counted(results.tests.length, 'test');
	if (execution.timedOut) {
		return `${runner} timed out after ${Math.round(timeoutMs / 1000)} s: ${nEnded} ended in that time.`;
	}
	if (execution.exceeded !== undefined) {
		return `${runner} was ended because it used ${execution.exceeded}: ${nEnded} ended before that.`;
	}
	return endProblem(results, end) ?? loadProblem(results);
}

function endProblem(
	results: TestResults,
	{ execution, runner, unread, isUnprepared, isBroken }: RunEnd,
): string | undefined {
	const printed = lastLines(execution);
	const why = `${endOf(execution)}${printed === '' ? '.' : `:\n${printed}`}`;
	if (isUnprepared) {
		return `The tests could not be built: ${why}`;
	}
	if (unread !== undefined) {
		return `${runner} ${unread}: ${why}`;
	}
	if (!results.isFinished || isBroken || results.running.length > 0) {
		const [first] = results.running;
		const during = first === undefined ? '' : ` while ${first.id} ran`;
		return `${runner} ended early${during}: ${why}`;
	}
	if (results.tests.length === 0) {
		return `${runner} ran no test: ${why}`;
	}
	const hasFailed = results.tests.some(({ outcome }) => outcome === 'failed');
	return execution.exitCode === 0 || hasFailed ? undefined : `${runner} failed although no test did: ${why}`;
}

function loadProblem({ notLoaded, tooMany }: TestResults): string | undefined {
	if (tooMany > 0) {
		return `The report has ${counted(tooMany, 'test')} more than can be kept.`;
	}
	const [first, ...others] = notLoaded;
	const more = others.length === 0 ? '' : ` and ${others.length} more`;
	return first === undefined ? undefined : `${first}${more} could not be loaded.`;
}

/** Tests that were running when a run that was not ended from outside ended: it crashed in one of them. */
export function crashedTests(
	{ running }: TestResults,
	{ execution }: Pick<RunEnd, 'execution'>,
): readonly TestResult[] {
	const isEnded = execution.timedOut || execution.exceeded !== undefined;
	return isEnded ? [] : running.map(test => ({ ...test, message: `It ended the run: ${endOf(execution)}.` }));
}

function endOf({ exitCode, signal }: Execution): string {
	return exitCode === null ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}`;
}
