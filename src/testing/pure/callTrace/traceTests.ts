import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import type { CallRecorderData } from '../../../code/pure/languages/coverageData';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../history/pure/workspace';
import type { NamedTest } from '../../../runs/pure/model/issue';
import type { Checkout } from '../../../sandbox/pure/execution/checkouts';
import { type ExecutionDeps, usualTestTimeoutMs } from '../../../sandbox/pure/execution/executionDeps';
import { UserError } from '../../../system/pure/errors/userError';
import { Recorder } from '../coverage/recording';
import { type DetectedRunner, detectRunners, runnerName } from '../detectRunners';
import { findTest } from '../findTest';
import { RunnerSuite, type TestingDeps } from '../runnerSuite';
import type { TestRunOptions, TestSelection } from '../testSuite';
import type { CallTrace } from './callTrace';
import { readTrace } from './readTrace';
import { type LineText, readLineTexts, type TraceReport, traceReport } from './traceReport';

export interface TraceDeps extends TestingDeps {
	readonly checkout: Checkout;
	readonly index: SymbolIndex;
	/** A function all of whose calls are recorded with their lines. */
	readonly wanted?: string | undefined;
}

/** A failing test, and the passing ones of its file. */
interface TracedTest {
	readonly failing: CallTrace;
	readonly passing: readonly CallTrace[];
}

/**
 * Runs a failing test once more under the recorder of its language, then the tests of its file, in a checkout of the workspace.
 * Throws `UserError` if the test does not fail or its calls cannot be recorded, and the signal's reason.
 */
export async function traceTest(
	id: string,
	workspace: Workspace,
	deps: TraceDeps,
	options: TestRunOptions,
): Promise<ReadTrace> {
	const { failing, passing } = await recordTest(id, await detectRunners(workspace), deps, options);
	const textOf = await readLineTexts(deps.checkout.files, [failing]);
	return { report: traceReport(failing, passing, textOf), textOf };
}

/**
 * The same for a test that an extension of an editor names, in a copy that is made for it. Throws `UserError` if it is not
 * known for sure which test is meant.
 */
export async function traceNamedTest(
	named: NamedTest,
	workspace: Workspace,
	{ checkouts, testTimeoutMs: timeoutMs = usualTestTimeoutMs, ...deps }: ExecutionDeps,
	signal: AbortSignal,
): Promise<ReadTrace> {
	const checkout = await checkouts.create('trace', signal);
	try {
		const projects = await detectRunners(workspace);
		const finding = { ...deps, checkout, isOneOfSeveral: projects.length > 1 };
		const { found } = await findTest(named, projects, finding, { timeoutMs, signal });
		if ('problem' in found) {
			throw new UserError(found.problem);
		}
		const tracing = { ...deps, checkout, index: workspace.index };
		return await traceTest(found.id, workspace, tracing, { timeoutMs, signal });
	} finally {
		await checkout.dispose();
	}
}

/** A report, and the lines of the code that it is about. */
export interface ReadTrace {
	readonly report: TraceReport;
	readonly textOf: LineText;
}

async function recordTest(
	id: string,
	projects: readonly DetectedRunner[],
	deps: TraceDeps,
	options: TestRunOptions,
): Promise<TracedTest> {
	const problems: string[] = [];
	for (const project of projects) {
		const prefix = projects.length > 1 ? `${runnerName(project)}: ` : '';
		const { callRecorder } = project.runner;
		if (!id.startsWith(prefix)) {
			continue;
		}
		if (callRecorder === undefined) {
			problems.push(`The calls of tests by ${project.runner.name} cannot be recorded.`);
			continue;
		}
		return new TracedProject(project, callRecorder, deps, options).trace(id.slice(prefix.length));
	}
	throw new UserError(problems[0] ?? `${id} was not found: to see the names of the tests, call faultline tests --run.`);
}

class TracedProject {
	private readonly recorder: Recorder;
	private readonly suite: RunnerSuite;

	constructor(
		{ runner, folder }: DetectedRunner,
		private readonly data: CallRecorderData,
		private readonly deps: TraceDeps,
		private readonly options: TestRunOptions,
	) {
		this.recorder = recorderOf(data, { ...deps, project: folder });
		this.suite = new RunnerSuite({ runner: this.recorder.recorded(runner), folder }, deps);
	}

	async trace(id: string): Promise<TracedTest> {
		const own = await this.record({ tests: [id] });
		const result = own.tests.find(each => each.id === id);
		if (result?.outcome !== 'failed') {
			const how =
				result === undefined ? 'was not found among the tests that ran' : `${result.outcome} while it was recorded`;
			throw new UserError([`${id} ${how}: name a test that fails.`, own.problem].filter(Boolean).join(' '));
		}
		const failing = own.traces.find(({ test }) => test === id);
		if (failing === undefined || failing.calls.length === 0) {
			throw new UserError(`${this.data.name} recorded no call of ${id} in the project.`);
		}
		const { file } = result;
		const others = file === undefined ? undefined : await this.record({ files: [file] });
		const passed = new Set(others?.tests.flatMap(each => (each.outcome === 'passed' ? [each.id] : [])));
		return { failing, passing: (others?.traces ?? []).filter(({ test }) => passed.has(test)) };
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
	{ checkout, index, project, wanted }: Omit<TraceDeps, keyof TestingDeps> & { readonly project: string },
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
