import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import type { CoverageData } from '../../../code/pure/languages/coverageData';
import type { Execution } from '../../../runs/pure/model/execution';
import type { Spectrum } from '../../../runs/pure/model/testing/spectrum';
import type { TestReport, TestResult } from '../../../runs/pure/model/testing/testReport';
import type { Checkout } from '../../../sandbox/pure/execution/checkouts';
import { counted } from '../../../system/pure/text/counted';
import type { DetectedRunner } from '../detectRunners';
import { RunnerSuite, type TestingDeps } from '../runnerSuite';
import { selectionArguments } from '../testCommand';
import type { TestRunOptions, TestSelection } from '../testSuite';
import { AlikeTests, without } from './alikeTests';
import type { WrittenTestLines } from './readTestLines';
import { Recording } from './recording';
import { type ExecutedLines, JoinedLines, type TestCoverage } from './testCoverage';
import { groupOf, inTurn, perFile, perTest, type TestPart } from './testParts';

export interface MeasureOptions extends TestRunOptions {
	/** Tests of this project that fail, by their ids; empty if they are not known yet. */
	readonly failing: readonly string[];
	/** The other tests to measure. */
	readonly selection: TestSelection;
	/** The lines executed by a program that failed in a process of its own, as a reproducer. */
	readonly failed?: ExecutedLines;
	/** Called for each test once, as soon as its coverage is read. */
	readonly onTest: (test: TestCoverage) => void;
	/** Called with the lines that ran outside of tests, as while modules were loaded: each test needs them. */
	readonly onCommon: (lines: ExecutedLines) => void;
	/** Called with the report of each run of the tests. */
	readonly onReport: (report: TestReport) => void;
}

/** The result of measuring the tests of a project. */
export interface Measured extends Pick<Spectrum, 'per' | 'measuredBy'> {
	/** Why not everything was measured, in a sentence for users. */
	readonly problem?: string;
	/** The time was not enough: what was measured depends on the order of the tests. */
	readonly isCut?: true;
	/** Why nothing was recorded, if so. */
	readonly unrecorded?: string;
}

export interface MeasuredProjectDeps extends TestingDeps {
	readonly index: SymbolIndex;
	readonly checkout: Checkout;
}

/** The tests of one project, with a runner whose coverage can be recorded. */
export class MeasuredProject {
	private readonly plain: RunnerSuite;
	private recorded: RunnerSuite;
	private readonly recording: Recording;
	private readonly seen = new Set<string>();
	private readonly alike = new AlikeTests();
	private msLeft: number;
	private measuredBy: string;
	/** Why the recording cannot be read. */
	private failure: string | undefined;
	private isRecorded = false;
	private isCut = false;
	/** Why the last process recorded nothing, if none did. */
	private unrecorded: string | undefined;

	constructor(
		private readonly detected: DetectedRunner,
		private readonly coverage: CoverageData,
		private readonly deps: MeasuredProjectDeps,
		private readonly options: MeasureOptions,
	) {
		const { checkout, index } = deps;
		this.recording = new Recording(coverage, { checkout, index, project: detected.folder });
		this.plain = new RunnerSuite(detected, deps);
		this.recorded = new RunnerSuite({ ...detected, runner: this.recording.recorded(detected.runner) }, deps);
		this.alike.addFailed(options.failed ?? new Map());
		this.msLeft = options.timeoutMs;
		this.measuredBy = coverage.name;
	}

	/**
	 * Runs the tests and reports the lines each executed; results measured in time count. Throws `ProgramMissingError` if
	 * the runner is not installed, and the signal's reason.
	 */
	measure(): Promise<Measured> {
		return this.coverage.per === 'test' ? this.inOneRun() : this.inProcesses();
	}

	/** The failing tests first, so that time is left for them. */
	private async inOneRun(): Promise<Measured> {
		const { failing } = this.options;
		const reports = failing.length === 0 ? [] : [await this.record({ tests: failing })];
		if (this.msLeft > 0 && this.failure === undefined) {
			reports.push(await this.record(this.options.selection));
			await this.measureStart();
		}
		return this.measured('test', [this.failure ?? reports.flatMap(report => report.problem ?? []).at(-1)]);
	}

	/**
	 * The passing tests that are alike run once more, each by itself, as code that runs once in a process is needed by
	 * each test.
	 */
	private async measureStart(): Promise<void> {
		const { runner } = this.detected;
		for (const { id, lines } of runner.tests === undefined ? [] : this.alike.tests) {
			if (this.msLeft <= 0) {
				return;
			}
			await this.recording.prepare();
			await this.finish(await this.run(this.recorded, { tests: [id] }));
			for await (const written of joinedTests(this.recording.read())) {
				if (written.test === id) {
					this.options.onCommon(without(written.lines, lines));
				}
			}
		}
	}

	/**
	 * A plain run first, since only it shows the tests there are. Then a process for each failing test, and for each other
	 * one. If the time is not enough for all of them, or the runner selects no tests, it is one for each file whose tests
	 * all pass, and then for each passing test of the others.
	 */
	private async inProcesses(): Promise<Measured> {
		const { tests, problem } = await this.run(this.plain, this.options.selection);
		const isNamed = new Set(this.options.failing);
		const isFailing = ({ id, outcome }: TestResult) => (isNamed.size > 0 ? isNamed.has(id) : outcome === 'failed');
		const failing = tests.filter(isFailing);
		const passing = tests.filter(each => each.outcome === 'passed' && !isFailing(each));
		const selectsTests = this.detected.runner.tests !== undefined;
		const failingParts = this.distinct(selectsTests ? perTest(failing) : perFile(failing));
		const [slowestMs, nFailing] = await this.each(failingParts);
		const failed = new Set(tests.flatMap(each => (each.outcome === 'failed' ? groupOf(each) : [])));
		const isBeside = (test: TestResult) => failed.has(groupOf(test));
		const single = selectsTests ? this.distinct(perTest(inTurn(passing, failing[0]))) : [];
		const files = this.distinct(perFile(passing.filter(each => !isBeside(each))));
		const beside = selectsTests ? this.distinct(perTest(inTurn(passing.filter(isBeside), failing[0]))) : [];
		const isTimeForAll = single.length > 0 && single.length * slowestMs <= this.msLeft;
		const parts = isTimeForAll ? single : [...files, ...beside];
		const [, nPassing] = await this.each(parts);
		const nLeft = parts.length - nPassing + failingParts.length - nFailing;
		const unit = isTimeForAll || files.length === 0 ? 'test' : 'file';
		this.isCut ||= nLeft > 0;
		const late = nLeft <= 0 ? undefined : `There was no time left for ${counted(nLeft, unit)}.`;
		const { unrecorded } = this;
		return {
			...this.measured(unit, [problem, this.failure ?? late]),
			...(!this.isRecorded && this.failure === undefined && unrecorded !== undefined && { unrecorded }),
		};
	}

	private measured(per: Measured['per'], problems: readonly (string | undefined)[]): Measured {
		const problem = [...problems, this.recording.unread].filter(each => each !== undefined).join(' ');
		const gaps = { ...(problem !== '' && { problem }), ...(this.isCut && { isCut: true as const }) };
		return { per, measuredBy: this.measuredBy, ...gaps };
	}

	/** Without those that run the same as an earlier one, such as the parts of one test. */
	private distinct(parts: readonly TestPart[]): readonly TestPart[] {
		const { runner } = this.detected;
		const first = new Map<string, TestPart>();
		for (const part of parts) {
			const key = selectionArguments(runner, part.selection).join('\n');
			first.set(key, first.get(key) ?? part);
		}
		return [...first.values()];
	}

	/** Measures parts one after the other while there is time. Returns how long the slowest took, and how many there were. */
	private async each(parts: readonly TestPart[]): Promise<readonly [slowestMs: number, nMeasured: number]> {
		let slowestMs = 1;
		for (const [at, { id, selection }] of parts.entries()) {
			if (this.msLeft <= 0 || this.failure !== undefined) {
				return [slowestMs, at];
			}
			this.options.onProgress?.({ done: at, total: parts.length, message: `measuring ${id}` });
			const msBefore = this.msLeft;
			await this.record(selection, id);
			slowestMs = Math.max(slowestMs, msBefore - this.msLeft);
		}
		return [slowestMs, parts.length];
	}

	/** Runs a selection and reads the recording: for each test, or for all of them together as the test `name`. */
	private async record(selection: TestSelection, name?: string): Promise<TestReport> {
		await this.recording.prepare();
		const report = await this.run(this.recorded, selection);
		if (report.tests.length > 0) {
			this.recorded = this.prepared();
		}
		await this.finish(report);
		const outcomes = new Map(report.tests.map(each => [each.id, each.outcome]));
		const lines = new JoinedLines();
		for await (const written of joinedTests(this.recording.read())) {
			this.measuredBy = written.by ?? this.measuredBy;
			const outcome = outcomes.get(written.test);
			if (name !== undefined) {
				lines.add(written.lines);
			} else if (written.test === '') {
				this.options.onCommon(written.lines);
			} else if (outcome !== undefined) {
				this.add({ id: written.test, outcome, lines: written.lines });
			}
		}
		if (name !== undefined) {
			this.isRecorded ||= lines.lines.size > 0;
			this.unrecorded = report.problem ?? `${this.measuredBy} recorded nothing.`;
			if (!this.isRecorded && report.tests.length === 0 && !report.execution.timedOut) {
				// With the recorder they do not even run.
				this.failure ??= report.problem;
			}
			const [file] = typeof selection === 'object' && 'files' in selection ? selection.files : [];
			this.add({ id: name, ...(file !== undefined && { file }), outcome: outcomeOf(report), lines: lines.lines });
		}
		return report;
	}

	/** The tests that record once they are built: nothing changes between their runs. */
	private prepared(): RunnerSuite {
		const { detected } = this.recorded;
		return new RunnerSuite({ ...detected, runner: { ...detected.runner, prepare: [] } }, this.deps);
	}

	private add(test: TestCoverage): void {
		if (!this.seen.has(test.id)) {
			this.seen.add(test.id);
			this.options.onTest(test);
			if (this.options.failing.includes(test.id)) {
				this.alike.addFailed(test.lines);
			} else if (test.outcome === 'passed') {
				this.alike.addPassed(test);
			}
		}
	}

	private async run(suite: RunnerSuite, selection: TestSelection): Promise<TestReport> {
		const { signal, onOutput, onProgress } = this.options;
		const options = {
			...(onProgress !== undefined && { onProgress }),
			timeoutMs: Math.max(1, this.msLeft),
			signal,
			...(onOutput !== undefined && { onOutput }),
		};
		const report = await suite.run(this.deps.checkout, selection, options);
		this.msLeft -= report.execution.durationMs;
		this.isCut ||= report.execution.timedOut;
		this.options.onReport(report);
		return report;
	}

	/** Produces the report of the tests that ran; a missing or failing program is a problem. */
	private async finish({ execution, tests, problem }: TestReport): Promise<void> {
		const { signal } = this.options;
		const module = missingModule(this.coverage, execution);
		const [program] = await this.plain.programs(this.deps.checkout);
		const options = { program, timeoutMs: Math.max(1, this.msLeft), signal };
		const hasRun = tests.length > 0 || problem === undefined;
		const finished = hasRun ? await this.recording.finish(this.deps, options) : { durationMs: 0 };
		this.msLeft -= finished.durationMs;
		this.failure =
			module === undefined
				? 'problem' in finished
					? finished.problem
					: undefined
				: `What these tests execute is measured by ${module}, which the project lacks: install it.`;
	}
}

function missingModule({ missing }: CoverageData, { stdout, stderr }: Execution): string | undefined {
	const found = missing === undefined ? null : new RegExp(missing, 'm').exec(`${stdout}\n${stderr}`);
	return found?.groups?.module;
}

/** A test whose lines are in several pieces, one after the other, as one. */
async function* joinedTests(written: AsyncIterable<WrittenTestLines>): AsyncGenerator<WrittenTestLines> {
	let last: { readonly written: WrittenTestLines; readonly joined: JoinedLines } | undefined;
	for await (const each of written) {
		if (last !== undefined && last.written.test !== each.test) {
			yield { ...last.written, lines: last.joined.lines };
			last = undefined;
		}
		last ??= { written: each, joined: new JoinedLines() };
		last.joined.add(each.lines);
	}
	if (last !== undefined) {
		yield { ...last.written, lines: last.joined.lines };
	}
}

/** Of all tests of a process together; nothing is known of one that was terminated. */
function outcomeOf({ tests, execution }: TestReport): TestCoverage['outcome'] {
	const is = (wanted: TestCoverage['outcome']) => tests.some(({ outcome }) => outcome === wanted);
	return execution.timedOut ? 'skipped' : is('failed') ? 'failed' : is('passed') ? 'passed' : 'skipped';
}
