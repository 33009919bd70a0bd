import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import type { CallRecorderData } from '../../../code/pure/languages/coverageData';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../history/pure/workspace';
import type { NamedTest } from '../../../runs/pure/model/issue';
import type { Spectrum } from '../../../runs/pure/model/testing/spectrum';
import type { TestResult } from '../../../runs/pure/model/testing/testReport';
import type { Checkout } from '../../../sandbox/pure/execution/checkouts';
import { type ExecutionDeps, usualTestTimeoutMs } from '../../../sandbox/pure/execution/executionDeps';
import { UserError } from '../../../system/pure/errors/userError';
import { Recorder } from '../coverage/recording';
import { type DetectedRunner, detectRunners, projectOfTest } from '../detectRunners';
import { idOfTest } from '../findTest';
import { RunnerSuite, type TestingDeps } from '../runnerSuite';
import type { TestRunOptions, TestSelection } from '../testSuite';
import type { CallTrace } from './callTrace';
import type { LineText } from './lineText';
import { mainTrace, testsLike, withErrorText } from './processTraces';
import { readTrace } from './readTrace';
import { readLineTexts, type TraceReport, traceReport } from './traceReport';

export interface TraceOptions {
	/** A function all of whose calls are recorded with their lines. */
	readonly wanted?: string | undefined;
	/** What all tests executed, if it was measured. */
	readonly spectrum?: Spectrum | undefined;
	readonly signal: AbortSignal;
}

/** A report, and the lines of the code that it is about. */
export interface ReadTrace {
	readonly report: TraceReport;
	readonly textOf: LineText;
}

/** A failing test, and the passing ones of its file. */
interface TracedTest {
	readonly failing: CallTrace;
	readonly passing: readonly CallTrace[];
}

/** The traces of a failing test and of passing ones, and the lines of the code that the failing one executed. */
export interface RecordedTest extends TracedTest {
	readonly textOf: LineText;
}

/** Records a failing test, as `recordTest` does, and reads its trace. */
export async function traceTest(...asked: Parameters<typeof recordTest>): Promise<ReadTrace> {
	const [, { index }, , { spectrum }] = asked;
	const { failing, passing, textOf } = await recordTest(...asked);
	return { report: traceReport(failing, passing, { textOf, spectrum, isTest: isTestIn(index) }), textOf };
}

/** Also true of a file that is not in the index: only code of the project is suspected. */
export function isTestIn(index: Pick<SymbolIndex, 'file'>): (file: string) => boolean {
	return file => index.file(file)?.isTest !== false;
}

/**
 * Runs a failing test once more under the recorder of its language, then the tests of its file, in a copy of the workspace.
 * `test`: its id, or how an extension of an editor names it. Throws `UserError` if it is not found or does not fail, or if its
 * calls cannot be recorded, and the signal's reason.
 */
export async function recordTest(
	test: string | NamedTest,
	workspace: Pick<Workspace, 'files' | 'parser' | 'index'>,
	{ checkouts, testTimeoutMs: timeoutMs = usualTestTimeoutMs, ...testing }: ExecutionDeps,
	{ wanted, signal }: TraceOptions,
): Promise<RecordedTest> {
	const checkout = await checkouts.create('trace', signal);
	try {
		const projects = await detectRunners(workspace);
		const id = await idOfTest(test, projects, { ...testing, checkout }, { timeoutMs, signal });
		const found = projectOfTest(id, projects);
		if (found === undefined) {
			throw new UserError(`${id} was not found: to see the names of the tests, call faultline tests --run.`);
		}
		const deps = { ...testing, checkout, index: workspace.index, wanted };
		const project = new TracedProject(found.project, deps, { timeoutMs, signal });
		const traced = await project.trace(found.id);
		return { ...traced, textOf: await readLineTexts(checkout.files, [traced.failing]) };
	} finally {
		await checkout.dispose();
	}
}

interface RecorderPlace {
	readonly checkout: Checkout;
	readonly index: SymbolIndex;
	/** A function all of whose calls are recorded with their lines. */
	readonly wanted?: string | undefined;
}

class TracedProject {
	private readonly data: CallRecorderData;
	private readonly recorder: Recorder;
	private readonly suite: RunnerSuite;

	/** Throws `UserError` if calls of its tests cannot be recorded. */
	constructor(
		private readonly detected: DetectedRunner,
		private readonly deps: TestingDeps & RecorderPlace,
		private readonly options: TestRunOptions,
	) {
		const { runner, folder } = detected;
		const { callRecorder: data } = runner;
		if (data === undefined) {
			throw new UserError(`The calls of tests by ${runner.name} cannot be recorded.`);
		}
		this.data = data;
		this.recorder = recorderOf(data, { ...deps, project: folder });
		const { tests = runner.tests } = data;
		this.suite = new RunnerSuite(
			{ runner: { ...this.recorder.recorded(runner), ...(tests && { tests }) }, folder },
			deps,
		);
	}

	async trace(id: string): Promise<TracedTest> {
		const own = await this.record({ tests: [id] });
		const result = own.tests.find(each => each.id === id);
		if (result?.outcome !== 'failed') {
			const how =
				result === undefined ? 'was not found among the tests that ran' : `${result.outcome} while it was recorded`;
			throw new UserError([`${id} ${how}: name a test that fails.`, own.problem].filter(Boolean).join(' '));
		}
		const output = result.trace ?? result.message ?? '';
		const traced = this.data.per === 'process' ? mainTrace(own.traces, id) : own.traces.find(({ test }) => test === id);
		const failing = traced && withErrorText(traced, this.data.text, output);
		if (failing === undefined || failing.calls.length === 0) {
			const why = own.traces.find(({ cut }) => cut !== undefined)?.cut;
			throw new UserError(
				`${this.data.name} recorded no call of ${id} in the project${why === undefined ? '' : `: ${why}`}.`,
			);
		}
		const passing = this.data.per === 'process' ? await this.passingLike(result) : await this.passingBeside(result);
		return { failing, passing };
	}

	private async passingBeside({ file }: TestResult): Promise<readonly CallTrace[]> {
		const others = file === undefined ? undefined : await this.record({ files: [file] });
		const passed = new Set(others?.tests.flatMap(each => (each.outcome === 'passed' ? [each.id] : [])));
		return (others?.traces ?? []).filter(({ test }) => passed.has(test));
	}

	/** Of a recorder that does not know which test runs: some of the tests of its file that pass, one after the other. */
	private async passingLike({ id, file }: TestResult): Promise<readonly CallTrace[]> {
		const { checkout } = this.deps;
		const plain = new RunnerSuite(this.detected, this.deps);
		const { tests } = await plain.run(checkout, file === undefined ? 'all' : { files: [file] }, this.options);
		const passed = tests.flatMap(each => (each.outcome === 'passed' ? [each.id] : []));
		const traces: CallTrace[] = [];
		for (const test of testsLike(id, passed, mostAlone)) {
			const { traces: own, tests: ran } = await this.record({ tests: [test] });
			const trace = mainTrace(own, test);
			if (trace !== undefined && ran.some(each => each.id === test && each.outcome === 'passed')) {
				traces.push(trace);
			}
		}
		return traces;
	}

	private async record(selection: TestSelection) {
		await this.recorder.prepare();
		const { tests, problem } = await this.suite.run(this.deps.checkout, selection, this.options);
		return { tests, problem, traces: await takeTraces(this.recorder, this.deps.checkout) };
	}
}

/** With the function that is wanted in its variables. */
export function recorderOf(
	data: CallRecorderData,
	{ checkout, index, project, wanted }: RecorderPlace & { readonly project: string },
): Recorder {
	const variables = { ...data.variables, ...(wanted !== undefined && { [data.functionVariable]: wanted }) };
	return new Recorder({ ...data, variables }, { checkout, index, project });
}

/** Reads the records of a recorder and removes them. */
export async function takeTraces({ records, start }: Recorder, checkout: Checkout): Promise<readonly CallTrace[]> {
	const texts: string[] = [];
	for (let n = 0; n < mostFiles; n++) {
		const text = await readIfText(checkout.files, `${records}/trace-${n}.jsonl`);
		if (text === '') {
			break;
		}
		texts.push(text);
	}
	await checkout.remove(records);
	return readTrace(texts.join('\n'), start);
}

const mostFiles = 64;

/** Tests that are recorded alone. */
const mostAlone = 3;
