import type { Workspace } from '../../../history/pure/workspace';
import type { NamedTest } from '../../../runs/pure/model/issue';
import type { Spectrum, SpectrumFormula } from '../../../runs/pure/model/testing/spectrum';
import type { TestResult } from '../../../runs/pure/model/testing/testReport';
import type { Checkout } from '../../../sandbox/pure/execution/checkouts';
import type { ExecutionDeps } from '../../../sandbox/pure/execution/executionDeps';
import { ProgramMissingError } from '../../../system/pure/errors/programMissingError';
import type { Progress } from '../../../system/pure/progress';
import { counted } from '../../../system/pure/text/counted';
import { type Measured, MeasuredProject } from '../../../testing/pure/coverage/measureProject';
import { type ExecutedLines, JoinedLines, type TestCoverage } from '../../../testing/pure/coverage/testCoverage';
import { type DetectedRunner, detectRunners, isTestFileOf, runnerName } from '../../../testing/pure/detectRunners';
import { findTest } from '../../../testing/pure/findTest';
import { SpectrumCounter } from '../../../testing/pure/spectrum/spectrumCounter';
import { type FramePlace, workspaceFrames } from '../../../testing/pure/traces/workspaceFrames';
import { makeBrief } from '../brief/makeBrief';

export interface SpectrumRequest {
	readonly formula: SpectrumFormula;
	/**
	 * Tests that fail because of the bug, by their ids. Without them, and without a reproducer, all tests that fail count as
	 * failing. With them, other tests that fail count as neither: why they fail is not known.
	 */
	readonly failing: readonly string[];
	/** Another such test, whose id is not known; if it is not found, it does not count. */
	readonly named?: NamedTest;
	/** Paths of the test files to measure besides, as those nearest to suspects; all unless given. */
	readonly files?: readonly string[];
	/** A script that fails because of the bug. */
	readonly reproducer?: ReproducerCoverage;
	/** For all tests together; tests measured in time count. */
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
	readonly onProgress?: (progress: Progress) => void;
	readonly onOutput?: ExecutionDeps['onOutput'];
}

export interface ReproducerCoverage {
	readonly lines: ExecutedLines;
	/** Of its failure, nearest to it first. */
	readonly frames: readonly FramePlace[];
}

export interface MeasuredSpectrum {
	/** Absent if no failing test, no passing test, or no coverage is known. */
	readonly spectrum?: Spectrum;
	/** Why there is none, or its gaps: sentences for users. */
	readonly problem?: string;
	/** The time was not enough for all tests. */
	readonly isCut?: true;
	/** Tests that were named and did not fail, or were not found. */
	readonly notFailing: readonly string[];
}

export interface SpectrumDeps extends Pick<ExecutionDeps, 'runner' | 'interpreters'> {
	readonly checkout: Checkout;
}

/**
 * Measures the code that the tests of the workspace execute, as the suspiciousness of functions: only observations
 * count, never expectations. Throws the signal's reason.
 */
export async function measureSpectrum(
	workspace: Workspace,
	deps: SpectrumDeps,
	request: SpectrumRequest,
): Promise<MeasuredSpectrum> {
	const detected = await detectRunners(workspace);
	const projects = detected.filter(({ runner }) => runner.coverage !== undefined);
	if (projects.length === 0) {
		return { problem: withoutCoverage(detected), notFailing: request.failing };
	}
	const isOneOfSeveral = detected.length > 1;
	const { failing, problem, timeoutMs } = await withNamed(request, projects, { ...deps, isOneOfSeveral });
	if (problem !== undefined && failing.length === 0 && request.reproducer === undefined) {
		return { problem, notFailing: [] };
	}
	const measuring = new Measuring(workspace, { ...request, failing, timeoutMs }, problem);
	for (const project of projects) {
		await measuring.measure(project, deps, isOneOfSeveral);
		request.signal.throwIfAborted();
	}
	return measuring.result();
}

function withoutCoverage(detected: readonly DetectedRunner[]): string {
	return detected.length === 0
		? 'No tests were found in this workspace that Faultline can run.'
		: `The coverage of tests by ${detected.map(({ runner }) => runner.name).join(', ')} cannot be measured.`;
}

/** The tests that fail, and the named one if it is found; and the time that is left. */
async function withNamed(
	{ failing, named, timeoutMs, signal, onOutput }: SpectrumRequest,
	projects: readonly DetectedRunner[],
	deps: SpectrumDeps & { readonly isOneOfSeveral: boolean },
): Promise<Pick<SpectrumRequest, 'failing' | 'timeoutMs'> & { readonly problem?: string }> {
	if (named === undefined) {
		return { failing, timeoutMs };
	}
	const options = { timeoutMs, signal, ...(onOutput !== undefined && { onOutput }) };
	const { found, durationMs } = await findTest(named, projects, deps, options);
	const left = { timeoutMs: Math.max(0, timeoutMs - durationMs) };
	return 'id' in found ? { failing: [...failing, found.id], ...left } : { failing, ...left, problem: found.problem };
}

/** Measures the projects of a workspace one after the other. */
class Measuring {
	private readonly counter: SpectrumCounter;
	private readonly measured: Measured[] = [];
	private readonly problems: string[];
	private readonly failures = new Map<string, TestResult>();
	private readonly observed = new Map<string, TestCoverage['outcome']>();
	/** Failing tests whose executed code is known. */
	private readonly recorded = new Set<string>();
	private msLeft: number;
	private isCut = false;

	constructor(
		private readonly workspace: Workspace,
		private readonly request: SpectrumRequest,
		problem: string | undefined,
	) {
		this.problems = problem === undefined ? [] : [problem];
		this.counter = new SpectrumCounter(workspace.index);
		this.msLeft = request.timeoutMs;
		if (request.reproducer !== undefined) {
			this.counter.add({ outcome: 'failed', lines: request.reproducer.lines });
		}
	}

	/** Of several projects, the ids of tests begin with the name of their project. */
	async measure(detected: DetectedRunner, deps: SpectrumDeps, isOneOfSeveral: boolean): Promise<void> {
		const { runner } = detected;
		const { failing, reproducer, signal, onProgress, onOutput } = this.request;
		const files = this.request.files?.filter(file => isTestFileOf(detected, file));
		const prefix = isOneOfSeveral ? `${runnerName(detected)}: ` : '';
		const own = failing.flatMap(id => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []));
		if (runner.coverage === undefined || (files?.length === 0 && own.length === 0)) {
			return;
		}
		if (this.msLeft <= 0) {
			this.isCut = true;
			return;
		}
		const project = new MeasuredProject(
			detected,
			runner.coverage,
			{ ...deps, index: this.workspace.index },
			{
				...{ failing: own, selection: files === undefined ? 'all' : { files }, timeoutMs: this.msLeft, signal },
				...(reproducer !== undefined && { failed: reproducer.lines }),
				...(onProgress !== undefined && { onProgress }),
				...(onOutput !== undefined && { onOutput }),
				onTest: test => this.add({ ...test, id: prefix + test.id }),
				onCommon: lines => this.counter.addCommon(lines),
				onReport: ({ tests, execution }) => {
					this.msLeft -= execution.durationMs;
					for (const each of tests.filter(({ outcome }) => outcome === 'failed')) {
						this.failures.set(prefix + each.id, each);
					}
				},
			},
		);
		try {
			const measured = await project.measure();
			this.measured.push(measured);
			this.problems.push(...(measured.problem === undefined ? [] : [measured.problem]));
		} catch (error) {
			if (!(error instanceof ProgramMissingError)) {
				throw error;
			}
			this.problems.push(error.message);
		}
	}

	async result(): Promise<MeasuredSpectrum> {
		const { formula, failing, reproducer } = this.request;
		await this.addFailuresByFrames();
		const notFailing = failing.filter(id => this.observed.get(id) !== 'failed' && !this.hasFailed(id));
		const first = this.measured[0];
		const isFailing = first !== undefined && this.counter.nFailing > 0;
		const why = isFailing ? this.nothingPassed() : this.nothingFailed(notFailing);
		const unrecorded = this.measured.flatMap(each => each.unrecorded ?? []);
		const problem = [...(why === undefined ? [] : [why, ...unrecorded]), ...this.problems].join(' ');
		const frames = [...(reproducer?.frames ?? []), ...(await this.framesOfFailures())];
		const per = this.measured.some(each => each.per === 'file') ? 'file' : 'test';
		const measuredBy = [...new Set(this.measured.map(each => each.measuredBy))].join(', ');
		const spectrum = why === undefined && this.counter.spectrum({ formula, frames, per, measuredBy });
		const isCut = this.isCut || this.measured.some(each => each.isCut);
		const gaps = { ...(problem !== '' && { problem }), ...(isCut && { isCut: true as const }) };
		return { ...(spectrum && { spectrum }), ...gaps, notFailing };
	}

	private add(test: TestCoverage): void {
		this.observed.set(test.id, test.outcome);
		const isFailed = test.outcome === 'failed';
		if ((!isFailed || this.isAboutBug(test.id)) && this.counter.add(test) && isFailed) {
			this.recorded.add(test.id);
		}
	}

	/** Whether a failure of this test counts. */
	private isAboutBug(id: string): boolean {
		const { failing, reproducer } = this.request;
		return failing.length === 0 ? reproducer === undefined : failing.includes(id);
	}

	/** A process that crashes writes no coverage, but its frames executed: they count as code the test executed. */
	private async addFailuresByFrames(): Promise<void> {
		const lost = [...this.failures.keys()].filter(id => this.isAboutBug(id) && !this.recorded.has(id));
		let nAdded = 0;
		for (const id of lost.slice(0, mostTraces)) {
			const lines = linesOf(await this.framesOf([id]));
			if (this.counter.add({ outcome: 'failed', lines })) {
				nAdded++;
				this.observed.set(id, 'failed');
			}
		}
		if (nAdded > 0) {
			const [tests, their] = nAdded === 1 ? ['1 failing test', 'its'] : [`${nAdded} failing tests`, 'their'];
			this.problems.push(
				`${tests} ended before ${their} coverage was written: only the frames of ${their} failure count.`,
			);
		}
	}

	/** In a run of all tests; with coverage it did not end. */
	private hasFailed(id: string): boolean {
		return this.failures.has(id) && this.observed.get(id) !== 'passed';
	}

	private nothingFailed(notFailing: readonly string[]): string | undefined {
		if (this.measured.length === 0) {
			return undefined;
		}
		const [first] = notFailing;
		if (first !== undefined) {
			const others = notFailing.length === 1 ? '' : ` and ${counted(notFailing.length - 1, 'other test')}`;
			const did = this.observed.get(first) === 'passed' ? 'passes' : 'was not found among the tests that ran';
			return `${first}${others} ${did}.`;
		}
		const nFailed = this.failures.size;
		if (nFailed > 0) {
			return `${counted(nFailed, 'test')} ${nFailed === 1 ? 'fails' : 'fail'}, but nothing was recorded of what ${nFailed === 1 ? 'it executes' : 'they execute'}.`;
		}
		return this.observed.size === 0 ? 'No test executed code of this workspace.' : 'No test fails.';
	}

	/** Without a passing test, all code that runs has the same score; frames of a failure are few, and near to it. */
	private nothingPassed(): string | undefined {
		const areFramesOnly = this.recorded.size === 0 && this.request.reproducer === undefined;
		return this.counter.nPassing > 0 || areFramesOnly
			? undefined
			: 'No passing test was measured, so that the code at fault cannot be distinguished from other code that runs.';
	}

	private framesOfFailures(): Promise<readonly FramePlace[]> {
		const { failing } = this.request;
		return this.framesOf((failing.length === 0 ? [...this.failures.keys()] : failing).slice(0, mostTraces));
	}

	/** The frames in the traces of failed tests, nearest to the failures first. */
	private async framesOf(ids: readonly string[]): Promise<readonly FramePlace[]> {
		const traces = ids.flatMap(id => this.failures.get(id)?.trace ?? []);
		const issue = { title: '', body: traces.join('\n\n'), source: { kind: 'text' } } as const;
		const brief = makeBrief(issue, this.workspace.parser.languages);
		const { project } = await workspaceFrames(brief, this.workspace);
		return [...project].sort((a, b) => a.depth - b.depth);
	}
}

function linesOf(frames: readonly FramePlace[]): ExecutedLines {
	const found = new JoinedLines();
	for (const { file, line } of frames) {
		found.addTo(file, line === undefined ? [] : [line]);
	}
	return found.lines;
}

/** Of failing tests whose traces are read. */
const mostTraces = 20;
