import type { Workspace } from '../../history/pure/workspace';
import { makeBrief } from '../../localizer/pure/brief/makeBrief';
import {
	type MeasuredSpectrum,
	measureSpectrum,
	type ReproducerCoverage,
} from '../../localizer/pure/ranking/measureSpectrum';
import type { SpectrumMeasured } from '../../runs/pure/events/executionEvents';
import type { Noted } from '../../runs/pure/events/runEvent';
import { rootNode } from '../../runs/pure/fold/run';
import type { RunLog } from '../../runs/pure/log/runLog';
import type { NamedTest } from '../../runs/pure/model/issue';
import type { BugLocation } from '../../runs/pure/model/location';
import { lastName } from '../../runs/pure/model/symbol';
import { type Spectrum, spectrumCounts } from '../../runs/pure/model/testing/spectrum';
import type { TracedSuspect } from '../../runs/pure/model/testing/tracedSuspect';
import type { ExecutionDeps } from '../../sandbox/pure/execution/executionDeps';
import type { PatchedCopy } from '../../sandbox/pure/execution/patchedCopy';
import { UserError } from '../../system/pure/errors/userError';
import { counted } from '../../system/pure/text/counted';
import { traceTest } from '../../testing/pure/callTrace/traceTests';
import { nearestTests } from '../../testing/pure/nearest/nearestTests';
import { type FramePlace, workspaceFrames } from '../../testing/pure/traces/workspaceFrames';
import type { ReproducerRuns } from '../stages/reproduce/reproducerRuns';
import type { ShownBug } from './reproducerClues';

export interface RunSpectrumDeps {
	readonly execution: ExecutionDeps;
	/** The copy in which the reproducer runs, and then the tests. */
	readonly copy: PatchedCopy;
	readonly runs: ReproducerRuns;
	readonly workspace: Workspace;
	/** The issue, as it is sent. */
	readonly text: string;
	readonly signal: AbortSignal;
	/** Of the run, which may continue after one that ended the measurement. */
	readonly runSignal: AbortSignal;
}

/** Suspects that a run keeps. */
const mostSuspects = 100;
/** Near so many suspects tests are measured, in so many files, and for so many milliseconds. */
const near = { suspects: 5, files: 8, usualMs: 30_000 } as const;

/** Programs that fail because of the bug: a reproducer, the user's test, or both. */
export interface KnownFailures {
	readonly shown?: ShownBug | undefined;
	readonly test?: NamedTest | undefined;
	/** Returns the suspects: the tests near to the first ones are measured; if none is near, all. */
	readonly suspects: () => Promise<readonly BugLocation[]>;
}

/** The key of the node in which the code of a reproducer, or of the user's failed test, is measured. */
export function spectrumKey(reproducer: string | undefined): string {
	return `spectrum ${reproducer ?? 'test'}`;
}

/**
 * Measures the code that the failing and the other tests of the project execute, once for each reproducer, beside the
 * trajectories. Undefined if it is not known: the reason is a note in the run. Throws the signal's reason.
 */
export async function runSpectrum(
	log: RunLog,
	failures: KnownFailures,
	deps: RunSpectrumDeps,
): Promise<Spectrum | undefined> {
	const { shown, test } = failures;
	const { language, text } = shown?.reproducer ?? {};
	const input = { ...(shown && { language, text }), ...(test && { test }) };
	const node = await log.open(rootNode, {
		...{ key: spectrumKey(shown?.reproducer.id), kind: 'stage', phase: 'reproduce', isAside: true },
		title: 'Measure what the tests execute',
	});
	const measure = async (): Promise<SpectrumMeasured | Noted> => {
		const { spectrum, problem } = await measured(failures, deps);
		if (spectrum === undefined) {
			return { type: 'noted', text: `No code is ranked by what tests execute. ${problem ?? ''}`.trim() };
		}
		if (problem !== undefined) {
			await log.emit(node, { type: 'noted', text: problem });
		}
		return { type: 'spectrumMeasured', spectrum: { ...spectrum, suspects: spectrum.suspects.slice(0, mostSuspects) } };
	};
	const event = await log.step(node, 'measure the spectrum', input, measure).catch(async error => {
		if (deps.signal.aborted && !deps.runSignal.aborted) {
			await log.close(node, 'Ended with the run: no patch needed it.', { kind: 'unneeded' });
		}
		throw error;
	});
	const spectrum = event.type === 'spectrumMeasured' ? event.spectrum : undefined;
	if (spectrum === undefined) {
		await log.close(node, 'Nothing was measured', { kind: 'nothing' });
	} else {
		await log.close(node, summaryOf(spectrum));
	}
	return spectrum;
}

function summaryOf(spectrum: Spectrum): string {
	const nSuspects = counted(spectrum.suspects.length, 'function');
	return `Measured ${spectrumCounts(spectrum)}: ${nSuspects} are suspicious`;
}

async function measured(
	{ shown, test, suspects }: KnownFailures,
	deps: RunSpectrumDeps,
): ReturnType<typeof measureSpectrum> {
	const { execution, copy, workspace, signal } = deps;
	const { coverageTimeoutMs: timeoutMs = near.usualMs, onOutput } = execution;
	try {
		const covered = shown && (await coverageOf(shown, deps));
		if (covered !== undefined && 'problem' in covered && test === undefined) {
			return { problem: covered.problem, notFailing: [] };
		}
		const reproducer = covered !== undefined && !('problem' in covered) && { reproducer: covered };
		const files = await testsNear(await suspects(), deps);
		const { spectrum, ...others } = await measureSpectrum(
			workspace,
			{ ...execution, checkout: await copy.with(undefined) },
			{
				...{ formula: 'ochiai', failing: [], timeoutMs, signal },
				...reproducer,
				...(files.length > 0 && { files }),
				...(test !== undefined && { named: test }),
				...(onOutput !== undefined && { onOutput }),
			},
		);
		if (others.isCut) {
			return { ...others, problem: `The tests near to it take longer than ${Math.ceil(timeoutMs / 1000)} s.` };
		}
		return spectrum === undefined ? others : withTrace({ ...others, spectrum }, { shown, test }, deps);
	} catch (error) {
		if (!(error instanceof UserError)) {
			throw error;
		}
		signal.throwIfAborted();
		return { problem: error.message, notFailing: [] };
	}
}

/** With the suspects by the calls of the test or the reproducer, where its language has a recorder of calls. */
async function withTrace(
	measured: MeasuredSpectrum & { readonly spectrum: Spectrum },
	{ shown, test }: Pick<KnownFailures, 'shown' | 'test'>,
	{ execution, runs, workspace, signal }: RunSpectrumDeps,
): Promise<MeasuredSpectrum> {
	const { spectrum, problem } = measured;
	// Nobody waits longer for the calls than for the coverage: a runner may need all tests to find one.
	const testTimeoutMs = execution.coverageTimeoutMs ?? near.usualMs;
	try {
		const traced =
			test !== undefined
				? await traceTest(test, workspace, { ...execution, testTimeoutMs }, { spectrum, signal })
				: shown && (await runs.calls(shown.reproducer, undefined, { spectrum }));
		const suspects = (traced?.report.suspects ?? [])
			.slice(0, mostSuspects)
			.map(({ features: _features, ...suspect }): TracedSuspect => suspect);
		return { ...measured, spectrum: { ...spectrum, ...(suspects.length > 0 && { traced: suspects }) } };
	} catch (error) {
		if (!(error instanceof UserError)) {
			throw error;
		}
		signal.throwIfAborted();
		return { ...measured, problem: [problem, error.message].filter(text => text !== undefined).join(' ') };
	}
}

/** The paths of the test files that are nearest to the first suspects. */
async function testsNear(
	suspects: readonly BugLocation[],
	{ workspace, text, signal }: RunSpectrumDeps,
): Promise<readonly string[]> {
	const first = suspects.slice(0, near.suspects);
	const places = first.map(({ file, method, class: owner }) => ({
		path: file,
		names: [method, owner].flatMap(name => (name === undefined ? [] : [lastName(name)])),
	}));
	const found = await nearestTests(workspace, { places, text }, { most: near.files, signal });
	return found.map(({ path }) => path);
}

async function coverageOf(
	shown: ShownBug,
	{ runs, workspace }: RunSpectrumDeps,
): Promise<ReproducerCoverage | { readonly problem: string }> {
	const covered = await runs.record(shown.reproducer);
	return 'problem' in covered ? covered : { lines: covered.lines, frames: await framesOf(shown, workspace) };
}

async function framesOf({ ran: { execution } }: ShownBug, workspace: Workspace): Promise<readonly FramePlace[]> {
	const issue = { title: '', body: `${execution.stdout}\n${execution.stderr}`, source: { kind: 'text' } } as const;
	const { project } = await workspaceFrames(makeBrief(issue, workspace.parser.languages), workspace);
	return [...project].sort((a, b) => a.depth - b.depth);
}
