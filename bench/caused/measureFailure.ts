import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { measureSpectrum } from '../../src/localizer/pure/ranking/measureSpectrum';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../src/sandbox/node/confinement/processRunner';
import { errorText } from '../../src/system/pure/errors/errorText';
import { type RecordedTest, recordTest } from '../../src/testing/pure/callTrace/traceTests';
import { openTestSuite } from '../../src/testing/pure/openTestSuite';
import { outputOf } from '../spectrum/measureMutants';
import type { MeasuredFailure } from './measured';

type Measurement = Omit<MeasuredFailure, 'project' | 'id' | 'mutation' | 'gold'>;

const log = { info: () => undefined, warn: () => undefined, error: console.error };
const timeoutMs = { plain: 90_000, measured: 300_000 };

/** Runs the tests of a folder, measures their coverage, and records the calls of one that fails; undefined if none fails. */
export async function measureFailure(folder: string, wanted?: string): Promise<Measurement | undefined> {
	const storage = mkdtempSync(join(tmpdir(), 'faultline-bench-'));
	const roots = [{ name: '', dir: folder }];
	const { workspace } = await openWorkspace({ roots, packageRoot: process.cwd(), log });
	const checkouts = new ScratchCheckouts({ roots, storage, log, dependencies: 'linked' });
	const checkout = await checkouts.create('caused');
	const { signal } = new AbortController();
	const runner = new ProcessRunner();
	try {
		const suite = await openTestSuite(workspace, { runner });
		const [report, plainMs] = await timed(() => suite?.run(checkout, 'all', { timeoutMs: timeoutMs.plain, signal }));
		const failed = report?.tests.filter(({ outcome }) => outcome === 'failed') ?? [];
		const [test] = wanted === undefined ? failed.map(({ id }) => id) : [wanted];
		// One that hangs, or cannot be loaded, fails no test.
		if (report === undefined || test === undefined || failed.length === 0 || report.problem !== undefined) {
			return undefined;
		}
		const request = { formula: 'ochiai', failing: [], timeoutMs: timeoutMs.measured, signal } as const;
		const [measured, spectrumMs] = await timed(() => measureSpectrum(workspace, { runner, checkout }, request));
		const execution = { checkouts, runner, testTimeoutMs: timeoutMs.plain };
		const tests = wanted === undefined ? failed.slice(0, mostTried).map(({ id }) => id) : [wanted];
		const [traced, traceMs] = await timed(() =>
			firstRecorded(tests, id => recordTest(id, workspace, execution, { signal })),
		);
		const { failing, passing = [] } = traced;
		const problems = [measured.problem, traced.problem].filter(each => each !== undefined);
		const { spectrum } = measured;
		return {
			...{ test: failing?.test ?? test, issue: outputOf(report), passing, plainMs, spectrumMs, traceMs, problems },
			...(spectrum && { spectrum }),
			...(failing && { failing }),
		};
	} finally {
		await checkout.dispose();
		rmSync(storage, { recursive: true, force: true });
	}
}

/** One without a name of its own may not be found again. */
const mostTried = 5;

async function firstRecorded(
	tests: readonly string[],
	record: (test: string) => Promise<RecordedTest>,
): Promise<Partial<RecordedTest> & { readonly problem?: string }> {
	const problems: string[] = [];
	for (const test of tests) {
		try {
			return await record(test);
		} catch (error) {
			problems.push(errorText(error));
		}
	}
	return { problem: problems.join(' ') };
}

async function timed<Result>(act: () => Promise<Result> | Result): Promise<readonly [Result, number]> {
	const started = performance.now();
	const result = await act();
	return [result, performance.now() - started];
}
