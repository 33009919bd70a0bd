import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openWorkspace } from '../../src/cli/openWorkspace';
import type { Workspace } from '../../src/history/pure/workspace';
import { makeBrief } from '../../src/localizer/pure/brief/makeBrief';
import { measureSpectrum } from '../../src/localizer/pure/ranking/measureSpectrum';
import type { TestReport } from '../../src/runs/pure/model/testing/testReport';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../src/sandbox/node/confinement/processRunner';
import { openTestSuite } from '../../src/testing/pure/openTestSuite';
import { LineOwners } from '../../src/testing/pure/spectrum/lineOwners';
import { workspaceFrames } from '../../src/testing/pure/traces/workspaceFrames';
import { type Candidate, candidateMutations } from '../entryPoints/candidateMutations';
import { mutated } from '../entryPoints/entryPointCase';
import { seededOrder } from '../support/seededOrder';
import { type MutantResult, readResults, type SpectrumProject } from './mutantResult';

export interface MeasureRequest {
	readonly projectsFolder: string;
	readonly results: string;
	readonly seed: number;
	/** Mutants of each project. */
	readonly nMutants: number;
	readonly nTries: number;
}

const log = { info: () => undefined, warn: () => undefined, error: console.error };
const timeoutMs = { plain: 90_000, measured: 300_000 };

/** Appends a result for each mutant that fails a test, until there are enough of the project. */
export async function measureMutants(project: SpectrumProject, request: MeasureRequest): Promise<void> {
	const known = readResults(request.results).filter(each => each.project === project.id);
	await tryMutants(project, { ...request, known: known.map(each => each.mutation) }, async (folder, mutation, nth) => {
		const result = await measureMutant(project, folder, mutation);
		if (result !== undefined) {
			mkdirSync(dirname(request.results), { recursive: true });
			appendFileSync(request.results, `${JSON.stringify({ ...result, isTuning: nth % 3 === 0 })}\n`);
		}
		return result !== undefined;
	});
}

export interface TryRequest extends Omit<MeasureRequest, 'results'> {
	/** Mutants that were kept before, in the order of the candidates: it continues after the last one. */
	readonly known: readonly Candidate['mutation'][];
}

/**
 * Tries one mutant of a project after the other, in its folder, until enough are kept. `measure` gets the number of
 * those kept before, and returns whether it keeps this one.
 */
export async function tryMutants(
	project: SpectrumProject,
	{ known, ...request }: TryRequest,
	measure: (folder: string, mutation: Candidate['mutation'], nth: number) => Promise<boolean>,
): Promise<void> {
	const folder = join(request.projectsFolder, project.id);
	const candidates = await candidatesOf(project, folder, request);
	const lastTried = known.at(-1);
	const from = candidates.findIndex(({ mutation }) => JSON.stringify(mutation) === JSON.stringify(lastTried)) + 1;
	let nFound = known.length;
	for (const { mutation } of candidates.slice(from)) {
		if (nFound >= request.nMutants) {
			return;
		}
		const file = join(folder, mutation.file);
		const text = readFileSync(file, 'utf8');
		writeFileSync(file, mutated(text, mutation));
		try {
			nFound += (await measure(folder, mutation, nFound)) ? 1 : 0;
		} finally {
			writeFileSync(file, text);
		}
	}
}

/** In a fixed order, at most one for each line. */
async function candidatesOf(
	{ id, code, language }: SpectrumProject,
	folder: string,
	{ seed, nTries }: Pick<MeasureRequest, 'seed' | 'nTries'>,
): Promise<readonly Candidate[]> {
	const source = { id, code, language, version: '', take: {}, runs: [] } as never;
	const lines = new Set<string>();
	return candidateMutations(source, { folder, packageRoot: process.cwd() }, all =>
		seededOrder(all, ({ mutation }) => JSON.stringify(mutation), seed)
			.filter(({ mutation: { file, line } }) => !lines.has(`${file}:${line}`) && lines.add(`${file}:${line}`))
			.slice(0, nTries),
	);
}

async function measureMutant(
	{ id }: SpectrumProject,
	folder: string,
	mutation: Candidate['mutation'],
): Promise<Omit<MutantResult, 'isTuning'> | undefined> {
	const storage = mkdtempSync(join(tmpdir(), 'faultline-bench-'));
	const roots = [{ name: '', dir: folder }];
	const { workspace } = await openWorkspace({ roots, packageRoot: process.cwd(), log });
	const gold = functionAt(workspace, mutation);
	const checkout = await new ScratchCheckouts({ roots, storage, log, dependencies: 'linked' }).create('spectrum');
	try {
		const signal = new AbortController().signal;
		const runner = new ProcessRunner();
		const suite = await openTestSuite(workspace, { runner });
		const started = performance.now();
		const report = await suite?.run(checkout, 'all', { timeoutMs: timeoutMs.plain, signal });
		const plainMs = performance.now() - started;
		const failed = report?.tests.filter(({ outcome }) => outcome === 'failed') ?? [];
		// One that hangs, or cannot be loaded, fails no test.
		if (gold === undefined || report === undefined || failed.length === 0 || report.problem !== undefined) {
			return undefined;
		}
		const startedMeasuring = performance.now();
		const request = { formula: 'ochiai', failing: [], timeoutMs: timeoutMs.measured, signal } as const;
		const { spectrum, problem } = await measureSpectrum(workspace, { runner, checkout }, request);
		const measuredMs = performance.now() - startedMeasuring;
		console.log(`${id} ${mutation.file}:${mutation.line} ${failed.length} failing, ${problem ?? 'measured'}`);
		const frames = await framesOf(report, workspace);
		const output = outputOf(report);
		return spectrum && { project: id, mutation, gold, output, spectrum, frames, plainMs, measuredMs };
	} finally {
		await checkout.dispose();
		rmSync(storage, { recursive: true, force: true });
	}
}

/** The innermost function around a mutation. */
export function functionAt({ index }: Workspace, { file, line }: Candidate['mutation']) {
	const owners = new LineOwners(index.file(file)?.symbols ?? []);
	const symbol = owners.functions[owners.at(line)];
	return symbol && { file, startLine: symbol.startLine, endLine: symbol.endLine };
}

async function framesOf({ tests }: TestReport, workspace: Workspace): Promise<MutantResult['frames']> {
	const traces = tests.filter(({ outcome }) => outcome === 'failed').flatMap(({ trace }) => trace ?? []);
	const issue = { title: '', body: traces.slice(0, 20).join('\n\n'), source: { kind: 'text' } } as const;
	const { project } = await workspaceFrames(makeBrief(issue, workspace.parser.languages), workspace);
	return [...project].sort((a, b) => a.depth - b.depth);
}

/** As the runner printed the first failing test. */
export function outputOf({ tests }: TestReport): string {
	const { id, message, trace } = tests.find(({ outcome }) => outcome === 'failed') ?? { id: '' };
	return [id, trace ?? message ?? ''].join('\n\n').slice(0, 20_000);
}
