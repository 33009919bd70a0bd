import type { ValidationRan } from '../../../runs/pure/events/runEvent';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { Patch, PatchedFile } from '../../../runs/pure/model/patch';
import type { TestFindings } from '../../../runs/pure/model/testing/testFindings';
import type { TestReport, TestResult } from '../../../runs/pure/model/testing/testReport';
import type { ValidationRun } from '../../../runs/pure/model/testing/validation';
import { type ExecutionDeps, usualTestTimeoutMs } from '../../../sandbox/pure/execution/executionDeps';
import type { PatchedCopy } from '../../../sandbox/pure/execution/patchedCopy';
import { contentHash } from '../../../system/pure/text/contentHash';
import { groupOf } from '../../../testing/pure/coverage/testParts';
import type { TestSelection, TestSuite } from '../../../testing/pure/testSuite';
import type { AffectedTests } from './affectedTests';
import { compareReports } from './compareReports';
import { foundWith, plainRun } from './findings';
import { repeatChanged } from './repeatedTests';
import { withPatchWhy } from './validationTexts';
import { type JudgedPatch, withoutTestChanges } from './withoutTestChanges';

export interface ValidationDeps {
	readonly suite: TestSuite;
	readonly execution: Pick<ExecutionDeps, 'onOutput' | 'testTimeoutMs'>;
	/** Whether a path belongs to a test. */
	readonly isTest: (path: string) => boolean;
	/** The tests that a patch of these files probably affects; they are run first. */
	readonly affected?: (changed: readonly PatchedFile[]) => Promise<AffectedTests>;
}

/** The copy the tests run in, and the signal that ends them. */
export interface TestPlace {
	readonly copy: PatchedCopy;
	readonly signal: AbortSignal;
}

/** The tests without a patch. */
export interface PlainTestRun {
	readonly ran: ValidationRun;
	readonly report: TestReport;
}

/**
 * Runs the project's tests in a scratch copy, once without a patch and once with each, compares them by name and records
 * the results. Executions that are in the log are not repeated.
 */
export class ValidationRuns {
	constructor(
		private readonly log: RunLog,
		private readonly deps: ValidationDeps,
	) {}

	/** Without a patch. Throws `UserError` if no copy can be made or no runner is installed, and the signal's reason. */
	async plain(node: string, place: TestPlace): Promise<PlainTestRun> {
		const suite = this.deps.suite.name;
		const report = await this.log.value(node, 'run the tests without a patch', { suite }, async () =>
			forLog(await this.runTests(undefined, 'all', place)),
		);
		const ran = await this.record(node, { suite }, async () => plainRun(report));
		return { ran, report };
	}

	/** With a patch; `before`: without one. Throws as `plain` does. */
	async run(node: string, patch: Patch, before: PlainTestRun, place: TestPlace): Promise<ValidationRun> {
		const suite = this.deps.suite.name;
		const tests = await contentHash(before.report.tests.map(({ id, outcome }) => [id, outcome]));
		return this.record(node, { suite, patch: patch.diff, tests }, () => this.runPatched(patch, before.report, place));
	}

	private async record(node: string, input: unknown, make: () => Promise<ValidationRun>): Promise<ValidationRun> {
		const { ran } = await this.log.step(
			node,
			'run the tests',
			input,
			async (): Promise<ValidationRan> => ({ type: 'validationRan', ran: await make() }),
		);
		return ran;
	}

	private async runPatched(patch: Patch, before: TestReport, place: TestPlace): Promise<ValidationRun> {
		const judged = withoutTestChanges(patch, this.deps.isTest);
		const affected = await this.deps.affected?.(patch.files);
		const first = affected === undefined ? undefined : firstSelection(affected, before.tests);
		let left = this.timeoutMs;
		let ran: ValidationRun | undefined;
		for (const selection of first === undefined ? (['all'] as const) : ([first, 'all'] as const)) {
			const report = await this.runTests(judged, selection, place, left);
			const isPart = selection !== 'all';
			ran = await this.judge(patch, { before: partOf(before, selection), report, judged, place, isPart });
			left = Math.max(1, left - report.execution.durationMs);
			if (ran.verdict === 'failed') {
				break;
			}
		}
		if (ran === undefined) {
			throw new Error('all tests are run');
		}
		return ran;
	}

	private async judge(patch: Patch, { place, ...patched }: PatchedReport): Promise<ValidationRun> {
		const { before, report, judged, isPart } = patched;
		const isWhole = !report.execution.timedOut || before.execution.durationMs * 2 < this.timeoutMs;
		const comparison = compareReports(before, report, isWhole);
		const isByExitCode = report.isByExitCode === true;
		const repeated = await repeatChanged(comparison.changed, isByExitCode, (side, selection) =>
			this.runTests(side === 'patched' ? judged : undefined, selection, place),
		);
		const found = foundWith(report, comparison, { ...repeated, leftOut: judged.leftOut });
		const tests: TestFindings = { ...found, ...(isPart && { isPart }) };
		const isProved = tests.nPassed + tests.fixed.n > 0 && judged.diff !== '';
		const verdict = tests.nBroken > 0 ? 'failed' : isProved ? 'passed' : 'unclear';
		const { command, execution, problem } = report;
		const why = withPatchWhy(tests, { problem, execution });
		return { command, patch: patch.id, execution, verdict, why, tests };
	}

	private async runTests(
		patch: Pick<JudgedPatch, 'diff'> | undefined,
		selection: TestSelection,
		{ copy, signal }: TestPlace,
		timeoutMs = this.timeoutMs,
	): Promise<TestReport> {
		const { suite, execution } = this.deps;
		const { onOutput } = execution;
		const checkout = await copy.with(patch);
		return suite.run(checkout, selection, { timeoutMs, signal, ...(onOutput && { onOutput }) });
	}

	/** For all tests of one run; repeated tests have the same time again. */
	private get timeoutMs(): number {
		return this.deps.execution.testTimeoutMs ?? usualTestTimeoutMs;
	}
}

interface PatchedReport {
	/** The tests without the patch, of the same selection. */
	readonly before: TestReport;
	readonly report: TestReport;
	readonly judged: JudgedPatch;
	readonly place: TestPlace;
	readonly isPart: boolean;
}

function partOf(report: TestReport, selection: TestSelection): TestReport {
	return { ...report, tests: report.tests.filter(test => isSelected(test, selection)) };
}

function isSelected({ id, file = '' }: TestResult, selection: TestSelection): boolean {
	return selection === 'all' || ('files' in selection ? selection.files.includes(file) : selection.tests.includes(id));
}

/** So many tests run first by their names. */
const mostFirst = 50;

/** The tests to run before all tests: the affected ones, in their order, if they are known and a small part of all. */
function firstSelection({ ran, files }: AffectedTests, all: readonly TestResult[]): TestSelection | undefined {
	const ids = new Map<string, string[]>();
	for (const test of all) {
		for (const name of new Set([test.id, groupOf(test)])) {
			const known = ids.get(name) ?? [];
			ids.set(name, known);
			known.push(test.id);
		}
	}
	const known = ran.some(name => ids.has(name)) ? [...ran, ...files].flatMap(name => ids.get(name) ?? []) : [];
	const selection = known.length === 0 ? { files } : { tests: [...new Set(known)].slice(0, mostFirst) };
	const nFirst = all.filter(test => isSelected(test, selection)).length;
	return nFirst > 0 && nFirst * 2 < all.length ? selection : undefined;
}

/** As the log keeps it: the output is in the run, and the output of tests before a patch is of no use later. */
function forLog({ tests, ...report }: TestReport): TestReport {
	return { ...report, tests: tests.map(({ trace: _trace, ...test }) => test) };
}
