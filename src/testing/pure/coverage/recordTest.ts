import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import type { Checkout } from '../../../sandbox/pure/execution/checkouts';
import { type DetectedRunner, projectOfTest } from '../detectRunners';
import { RunnerSuite, type TestingDeps } from '../runnerSuite';
import { Recording } from './recording';
import { type ExecutedLines, JoinedLines } from './testCoverage';

/** Runs one test and records the lines that it executes; undefined if that fails. */
export type RecordTest = (id: string, checkout: Checkout, signal: AbortSignal) => Promise<ExecutedLines | undefined>;

/** Records tests of some projects; with several, their ids begin with the name of the project. */
export function recordTest(
	projects: readonly DetectedRunner[],
	deps: TestingDeps & { readonly index: SymbolIndex; readonly timeoutMs: number },
): RecordTest {
	return async (id, checkout, signal) => {
		const found = projectOfTest(id, projects);
		return found && record(found.project, found.id, { ...deps, checkout, signal });
	};
}

async function record(
	detected: DetectedRunner,
	id: string,
	deps: TestingDeps & RecordDeps,
): Promise<ExecutedLines | undefined> {
	const { coverage } = detected.runner;
	if (coverage === undefined) {
		return undefined;
	}
	const { checkout, index, timeoutMs, signal } = deps;
	const recording = new Recording(coverage, { checkout, index, project: detected.folder });
	const recorded = new RunnerSuite({ ...detected, runner: recording.recorded(detected.runner) }, deps);
	await recording.prepare();
	await recorded.run(checkout, { tests: [id] }, { timeoutMs, signal });
	const [program] = await recorded.programs(checkout);
	const { problem } = await recording.finish(deps, { program, timeoutMs, signal });
	if (problem !== undefined) {
		return undefined;
	}
	const lines = new JoinedLines();
	for await (const written of recording.read()) {
		// Those of no test ran while modules were loaded.
		if (written.test !== '' || coverage.per !== 'test') {
			lines.add(written.lines);
		}
	}
	return lines.lines.size === 0 ? undefined : lines.lines;
}

interface RecordDeps {
	readonly checkout: Checkout;
	readonly index: SymbolIndex;
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
}
