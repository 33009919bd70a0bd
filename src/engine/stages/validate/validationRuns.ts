import type { ValidationRan } from '../../../runs/pure/events/executionEvents';
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
import { recordTree } from '../../recordTree';
import type { AffectedTests } from './affectedTests';
import { type ChangedTests, changedTests, withChangedTests } from './changedTests';
import { compareReports } from './compareReports';
import { cutRun, foundWith, outcomesOf, plainRun } from './findings';
import { repeatChanged } from './repeatedTests';
import { withPatchWhy } from './validationTexts';
import { type JudgedPatch, withoutTestChanges } from './withoutTestChanges';

export interface ValidationDeps {
	readonly suite: TestSuite;
	readonly execution: Pick<ExecutionDeps, 'onOutput' | 'testTimeoutMs'>;
	/** Whether a path belongs to a test. */
	readonly isTest: (path: string) => boolean;
	/** The tests that a patch of these files probably affects: they are run first, or alone if all take too long. */
	readonly affected: (changed: readonly PatchedFile[]) => Promise<AffectedTests>;
}

/** The copy the tests run in, and the signal that ends them. */
export interface TestPlace {
	readonly copy: PatchedCopy;
	readonly signal: AbortSignal;
}

/** The tests without a patch. */
export interface PlainTestRun {
	readonly ran: ValidationRun;
	/** Of all tests; undefined if they take too long: what ended until then depends on their order, and is no evidence. */
	readonly report?: TestReport;
}

/** Milliseconds for all tests of a project if some can be selected instead, and for those that are selected. */
const usual = { allMs: 20_000, selectedMs: 40_000 };

/**
 * Runs the project's tests in a scratch copy, once without a patch and once with each, compares them by name and records
 * the results. If all tests take too long, only those nearest to each patch are run. Executions that are in the log are not
 * repeated.
 */
export class ValidationRuns {
	/** Tests without a patch, by their selection. */
	private readonly selected = new Map<string, Promise<TestReport>>();
	/** Tests with a patch, by its text and their selection: what its author ran is not run again to judge it. */
	private readonly patched = new Map<string, Promise<ValidationRun>>();
	/** The tests that a patch changes itself, by its text. */
	private readonly changed = new Map<string, Promise<ChangedTests>>();

	constructor(
		private readonly log: RunLog,
		private readonly deps: ValidationDeps,
	) {}

	/** Without a patch. Throws `UserError` if no copy can be made or no runner is installed, and the signal's reason. */
	async plain(node: string, place: TestPlace): Promise<PlainTestRun> {
		const { name: suite, selects } = this.deps.suite;
		const report = await this.log.value(node, 'run the tests without a patch', { suite }, async () =>
			forLog(await this.runTests(undefined, 'all', place)),
		);
		const isCut = report.execution.timedOut && selects;
		const ran = await this.record(node, { suite }, async () =>
			isCut ? cutRun(report, this.limitOf('all')) : plainRun(report),
		);
		return { ran, ...(!isCut && { report }) };
	}

	/** With a patch; `before`: without one. Undefined if no test is near to it. Throws as `plain` does. */
	async run(node: string, patch: Patch, before: PlainTestRun, place: TestPlace): Promise<ValidationRun | undefined> {
		const suite = this.deps.suite.name;
		const { report } = before;
		const tests = report && (await contentHash(report.tests.map(({ id, outcome }) => [id, outcome])));
		const affected = await this.deps.affected(patch.files);
		if (report === undefined && affected.files.length === 0) {
			return undefined;
		}
		return this.record(node, { suite, patch: patch.diff, ...(tests && { tests }) }, () =>
			report === undefined
				? this.runNearest(patch, affected.files, place)
				: this.runAll(patch, { affected, before: report }, place),
		);
	}

	/**
	 * The tests of some files, with a patch or without one, for its author: nothing is recorded. Throws as `plain` does.
	 */
	async inFiles(files: readonly string[], patch: Patch | undefined, place: TestPlace): Promise<ValidationRun> {
		return patch === undefined
			? plainRun((await this.runnable(files, place)).before)
			: this.runNearest(patch, files, place);
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

	/** The tests nearest to a patch, first without it. */
	private async runNearest(patch: Patch, files: readonly string[], place: TestPlace): Promise<ValidationRun> {
		const key = JSON.stringify([patch.diff, files]);
		const known = this.patched.get(key) ?? this.compareNearest(patch, files, place);
		this.patched.set(key, known);
		// A run that was ended tells nothing about the patch.
		known.catch(() => this.patched.delete(key));
		return { ...(await known), patch: patch.id };
	}

	private async compareNearest(patch: Patch, files: readonly string[], place: TestPlace): Promise<ValidationRun> {
		const judged = withoutTestChanges(patch, this.deps.isTest);
		const { files: own, before } = await this.runnable(files, place);
		const selection = { files: own };
		const report = await this.runTests(judged, selection, place);
		return this.judge(patch, { before, report, judged, place, isPart: true, limitMs: this.limitOf(selection) });
	}

	/**
	 * The tests of some files without a patch. Where none of them runs, as one file may end the runner, each file is run by
	 * itself, and those that run count.
	 */
	private async runnable(
		files: readonly string[],
		place: TestPlace,
	): Promise<{ readonly files: readonly string[]; readonly before: TestReport }> {
		const before = await this.plainOf(files, place);
		if (before.tests.length > 0 || before.execution.timedOut || files.length < 2 || !this.deps.suite.selects) {
			return { files, before };
		}
		const kept: string[] = [];
		for (const file of files) {
			const { tests } = await this.plainOf([file], place);
			kept.push(...(tests.length > 0 ? [file] : []));
		}
		return kept.length === 0 ? { files, before } : { files: kept, before: await this.plainOf(kept, place) };
	}

	private plainOf(files: readonly string[], place: TestPlace): Promise<TestReport> {
		const key = files.join('\n');
		const known = this.selected.get(key) ?? this.runTests(undefined, { files }, place);
		this.selected.set(key, known);
		return known;
	}

	private async runAll(
		patch: Patch,
		{ affected, before }: { readonly affected: AffectedTests; readonly before: TestReport },
		place: TestPlace,
	): Promise<ValidationRun> {
		const judged = withoutTestChanges(patch, this.deps.isTest);
		const first = firstSelection(affected, before.tests);
		// It takes about as long as without the patch, unless the machine is busier now.
		const usualMs = Math.max(this.limitOf('all'), 3 * before.execution.durationMs);
		let left = this.deps.execution.testTimeoutMs ?? usualMs;
		let ran: ValidationRun | undefined;
		for (const selection of first === undefined ? (['all'] as const) : ([first, 'all'] as const)) {
			const report = await this.runTests(judged, selection, place, left);
			const isPart = selection !== 'all';
			ran = await this.judge(patch, {
				before: partOf(before, selection),
				report,
				judged,
				place,
				isPart,
				limitMs: left,
			});
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
		const { before, report, judged, isPart, limitMs } = patched;
		// With a patch that hangs, tests are missing that would have ended long before.
		const isHanging = !before.execution.timedOut && before.execution.durationMs * 2 < limitMs;
		const isWhole = !report.execution.timedOut || isHanging;
		const comparison = compareReports(before, report, isWhole);
		const isByExitCode = report.isByExitCode === true;
		const repeated = await repeatChanged(comparison.changed, isByExitCode, (side, selection) =>
			this.runTests(side === 'patched' ? judged : undefined, selection, place),
		);
		const own = await this.asChanged(patch, place);
		const found = withChangedTests(foundWith(report, comparison, { ...repeated, leftOut: judged.leftOut }), own);
		const tests: TestFindings = { ...found, ...(isPart && { isPart }) };
		const isProved = tests.nPassed + tests.fixed.n > 0 && judged.diff !== '';
		const verdict = tests.nBroken > 0 ? 'failed' : isProved ? 'passed' : 'unclear';
		const { command, execution, problem } = report;
		const why = withPatchWhy(tests, { problem, execution });
		const outcomes = { before: outcomesOf(before), after: outcomesOf(report) };
		const tree = await recordTree(this.log, place.copy, place.signal);
		const stamp = tree !== undefined && { tree };
		return { command, patch: patch.id, execution, verdict, why, tests, outcomes, ...stamp };
	}

	/** The tests in the test files that a patch adds or changes, with all of its changes. */
	private asChanged(patch: Patch, place: TestPlace): Promise<ChangedTests> {
		const known = this.changed.get(patch.diff) ?? this.runChanged(patch, place);
		this.changed.set(patch.diff, known);
		known.catch(() => this.changed.delete(patch.diff));
		return known;
	}

	private async runChanged({ diff, files }: Patch, place: TestPlace): Promise<ChangedTests> {
		const tests = files.filter(({ path, after }) => after !== undefined && this.deps.isTest(path));
		if (tests.length === 0 || !this.deps.suite.selects) {
			return { passed: new Set(), failed: [] };
		}
		const report = await this.runTests({ diff }, { files: tests.map(({ path }) => path) }, place);
		const old = tests.flatMap(({ path, before }) => (before === undefined ? [] : [path]));
		return changedTests(report, old.length === 0 ? undefined : await this.plainOf(old, place));
	}

	private async runTests(
		patch: Pick<JudgedPatch, 'diff'> | undefined,
		selection: TestSelection,
		{ copy, signal }: TestPlace,
		timeoutMs = this.limitOf(selection),
	): Promise<TestReport> {
		const { suite, execution } = this.deps;
		const { onOutput } = execution;
		const checkout = await copy.with(patch);
		return suite.run(checkout, selection, { timeoutMs, signal, ...(onOutput && { onOutput }) });
	}

	/** Milliseconds for one run; repeated tests have the same time again. */
	private limitOf(selection: TestSelection): number {
		const { execution, suite } = this.deps;
		const usualMs = suite.selects ? (selection === 'all' ? usual.allMs : usual.selectedMs) : usualTestTimeoutMs;
		return execution.testTimeoutMs ?? usualMs;
	}
}

interface PatchedReport {
	/** The tests without the patch, of the same selection. */
	readonly before: TestReport;
	readonly report: TestReport;
	readonly judged: JudgedPatch;
	readonly place: TestPlace;
	readonly isPart: boolean;
	/** Milliseconds that the tests had with the patch. */
	readonly limitMs: number;
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
	const known = ran.flatMap(name => ids.get(name) ?? []);
	const selection = known.length === 0 ? { files } : { tests: [...new Set(known)].slice(0, mostFirst) };
	const nFirst = all.filter(test => isSelected(test, selection)).length;
	return nFirst > 0 && nFirst * 2 < all.length ? selection : undefined;
}

/** As the log keeps it: the output is in the run, and the output of tests before a patch is of no use later. */
function forLog({ tests, ...report }: TestReport): TestReport {
	return { ...report, tests: tests.map(({ trace: _trace, ...test }) => test) };
}
