import type { SymbolIndex } from '../../index/symbolIndex';
import { counted } from '../../model/counted';
import type { Execution } from '../../model/execution';
import type { Spectrum } from '../../model/testing/spectrum';
import type { TestReport, TestResult } from '../../model/testing/testReport';
import type { Checkout } from '../../ports';
import type { DetectedRunner } from '../detectRunners';
import type { RunnerData } from '../runnerData';
import { RunnerSuite, type TestingDeps } from '../runnerSuite';
import { selectionArguments } from '../testCommand';
import type { TestRunOptions, TestSelection } from '../testSuite';
import type { CoverageData } from './coverageData';
import { JoinedLines } from './joinedLines';
import type { WrittenTestLines } from './readTestLines';
import { Recording } from './recording';
import type { ExecutedLines, TestCoverage } from './testCoverage';

export interface MeasureOptions extends TestRunOptions {
	/** Tests of this project that fail, by their ids; empty where they are not known yet. */
	readonly failing: readonly string[];
	/** Called for each test once, as soon as its coverage is read. */
	readonly onTest: (test: TestCoverage) => void;
	/** Called with what ran outside of tests, as while modules were loaded: each test needs it. */
	readonly onCommon: (lines: ExecutedLines) => void;
	/** Called with the report of each run of the tests. */
	readonly onReport: (report: TestReport) => void;
}

/** The result of measuring the tests of a project. */
export interface Measured extends Pick<Spectrum, 'per' | 'measuredBy'> {
	/** Why not everything was measured, in a sentence for users. */
	readonly problem?: string;
}

export interface MeasuredProjectDeps extends TestingDeps {
	readonly index: SymbolIndex;
	readonly checkout: Checkout;
}

/** The tests of one project, with a runner of which the coverage can be recorded. */
export class MeasuredProject {
	private readonly plain: RunnerSuite;
	private readonly recorded: RunnerSuite;
	private readonly recording: Recording;
	private readonly seen = new Set<string>();
	private msLeft: number;
	private measuredBy: string;
	/** Why what was recorded cannot be read. */
	private failure: string | undefined;

	constructor(
		private readonly detected: DetectedRunner,
		private readonly coverage: CoverageData,
		private readonly deps: MeasuredProjectDeps,
		private readonly options: MeasureOptions,
	) {
		const { checkout, index } = deps;
		this.recording = new Recording(coverage, { checkout, index, project: detected.folder });
		this.plain = new RunnerSuite(detected, deps);
		this.recorded = new RunnerSuite(
			{ ...detected, runner: recordedRunner(detected.runner, this.recording, coverage) },
			deps,
		);
		this.msLeft = options.timeoutMs;
		this.measuredBy = coverage.name;
	}

	/**
	 * Runs the tests and reports what each executed; what was measured in time counts. Throws `ProgramMissingError` where the
	 * runner is not installed, and the signal's reason.
	 */
	measure(): Promise<Measured> {
		return this.coverage.per === 'test' ? this.inOneRun() : this.inProcesses();
	}

	/** The failing tests first, so that time is left for them. */
	private async inOneRun(): Promise<Measured> {
		const { failing } = this.options;
		const reports = failing.length === 0 ? [] : [await this.record({ tests: failing })];
		if (this.msLeft > 0 && this.failure === undefined) {
			reports.push(await this.record('all'));
		}
		const problem = this.failure ?? reports.flatMap(report => report.problem ?? []).at(-1);
		return { per: 'test', measuredBy: this.measuredBy, ...(problem !== undefined && { problem }) };
	}

	/**
	 * A plain run first, as only it shows which tests there are. Then a process for each failing test, and for each other
	 * one; or for each file, where the runner selects no tests or the time is not enough for all of them.
	 */
	private async inProcesses(): Promise<Measured> {
		const { tests } = await this.run(this.plain, 'all');
		const isNamed = new Set(this.options.failing);
		const isFailing = ({ id, outcome }: TestResult) => (isNamed.size > 0 ? isNamed.has(id) : outcome === 'failed');
		const failing = tests.filter(isFailing);
		const passing = tests.filter(each => each.outcome === 'passed' && !isFailing(each));
		const selectsTests = this.detected.runner.tests !== undefined;
		const failingParts = this.distinct(selectsTests ? perTest(failing) : perFile(failing));
		const [slowestMs, nFailing] = await this.each(failingParts);
		const byTest = selectsTests && this.distinct(perTest(passing)).length * slowestMs <= this.msLeft;
		const failed = new Set(tests.flatMap(({ outcome, file }) => (outcome === 'failed' ? (file ?? '') : [])));
		const others = byTest ? passing : passing.filter(({ file }) => file !== undefined && !failed.has(file));
		const ordered = inTurn(others, failing[0]?.file);
		const parts = this.distinct(byTest ? perTest(ordered) : perFile(ordered));
		const [, nPassing] = await this.each(parts);
		const nLeft = parts.length - nPassing + failingParts.length - nFailing;
		const unit = byTest ? 'test' : 'file';
		const late = nLeft <= 0 ? undefined : `There was no time left for ${counted(nLeft, unit)}.`;
		const problem = this.failure ?? late;
		return { per: unit, measuredBy: this.measuredBy, ...(problem !== undefined && { problem }) };
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
			const { execution } = await this.record(selection, id);
			slowestMs = Math.max(slowestMs, execution.durationMs);
		}
		return [slowestMs, parts.length];
	}

	/** Runs a selection and reads what was recorded: of each test, or of all of them together as the test `name`. */
	private async record(selection: TestSelection, name?: string): Promise<TestReport> {
		await this.recording.prepare();
		const report = await this.run(this.recorded, selection);
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
			this.add({ id: name, outcome: outcomeOf(report), lines: lines.lines });
		}
		return report;
	}

	private add(test: TestCoverage): void {
		if (!this.seen.has(test.id)) {
			this.seen.add(test.id);
			this.options.onTest(test);
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
		this.options.onReport(report);
		return report;
	}

	/** Makes what is read; what is not installed for it, or fails, is a problem. */
	private async finish({ execution }: TestReport): Promise<void> {
		const { signal } = this.options;
		const module = missingModule(this.coverage, execution);
		const finished = await this.recording.finish(this.deps, { timeoutMs: Math.max(1, this.msLeft), signal });
		this.msLeft -= finished.durationMs;
		this.failure =
			module === undefined
				? finished.problem
				: `What these tests execute is measured by ${module}, which the project lacks: install it.`;
	}
}

/** A runner with what records in its command and its variables. */
function recordedRunner(
	runner: RunnerData,
	{ options, variables }: Recording,
	{ replaces = [] }: CoverageData,
): RunnerData {
	const [program = '', ...rest] = runner.command;
	return {
		...runner,
		command: [program, ...options, ...rest.filter(word => !replaces.includes(word))],
		variables: { ...runner.variables, ...variables },
	};
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

/** What one process runs. */
interface TestPart {
	readonly id: string;
	readonly selection: TestSelection;
}

function perTest(tests: readonly TestResult[]): TestPart[] {
	return tests.map(({ id }) => ({ id, selection: { tests: [id] } }));
}

function perFile(tests: readonly TestResult[]): TestPart[] {
	const files = new Set(tests.flatMap(({ file }) => file ?? []));
	return [...files].map(file => ({ id: file, selection: { files: [file] } }));
}

/** Of all tests of a process together; nothing is known of one that was terminated. */
function outcomeOf({ tests, execution }: TestReport): TestCoverage['outcome'] {
	const is = (wanted: TestCoverage['outcome']) => tests.some(({ outcome }) => outcome === wanted);
	return execution.timedOut ? 'skipped' : is('failed') ? 'failed' : is('passed') ? 'passed' : 'skipped';
}

/**
 * Tests in the order in which they show most if the time is not enough for all: one of each file in turn, beginning with
 * the file `first`.
 */
function inTurn(tests: readonly TestResult[], first: string | undefined): readonly TestResult[] {
	const byFile = new Map<string, TestResult[]>(first === undefined ? [] : [[first, []]]);
	for (const test of tests) {
		const file = test.file ?? '';
		const known = byFile.get(file);
		if (known === undefined) {
			byFile.set(file, [test]);
		} else {
			known.push(test);
		}
	}
	return [...byFile.values()]
		.flatMap((own, file) => own.map((test, at) => ({ test, at, file })))
		.sort((a, b) => a.at - b.at || a.file - b.file)
		.map(({ test }) => test);
}
