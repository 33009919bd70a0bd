import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { CommitRuns } from '../../src/engine/culprit/commitRuns';
import type { CulpritRun } from '../../src/engine/culprit/culpritReport';
import { describeCulprit } from '../../src/engine/culprit/describeCulprit';
import { findCulprit } from '../../src/engine/culprit/findCulprit';
import { cluesOf, openOracle } from '../../src/engine/culprit/openOracle';
import { isOnlyTest } from '../../src/engine/culprit/performCulprit';
import { rangeFacts } from '../../src/engine/culprit/rangePrior';
import { CommitRepository } from '../../src/history/node/culprit/commitRepository';
import { CulpritOutcomes } from '../../src/history/node/culprit/culpritOutcomes';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { openConfinement } from '../../src/sandbox/node/confinement/confinement';
import { openTestSuite } from '../../src/testing/pure/openTestSuite';
import type { KnownCulprit } from './knownCulprits';
import type { SavedCase } from './savedCase';

const log = { info: () => undefined, warn: () => undefined, error: console.error };
const timeoutMs = 300_000;

export interface ExecuteOptions {
	readonly project: string;
	/** Absolute path of a clone, which is changed. */
	readonly clone: string;
	readonly interpreter: string | undefined;
}

/** Executes a case: the parent of the fix with the tests of the fix is the workspace. */
export async function executeCase(known: KnownCulprit, options: ExecuteOptions): Promise<SavedCase> {
	const { project, clone, interpreter } = options;
	const git = (...args: string[]) => spawnSync('git', args, { cwd: clone, encoding: 'utf8' });
	git('checkout', '-q', '-f', '--detach', `${known.fix}^`);
	git('clean', '-q', '-f', '-d', '-x');
	git('checkout', '-q', known.fix, '--', ...known.testSide);
	git('reset', '-q');
	const storage = mkdtempSync(join(tmpdir(), 'faultline-bench-'));
	const roots = [{ name: 'repository', dir: clone }];
	const signal = new AbortController().signal;
	using opened = await openWorkspace({
		roots,
		packageRoot: process.cwd(),
		log,
		storage: join(clone, '.git', 'faultline'),
	});
	const { workspace } = opened;
	const sandbox = { packageRoot: process.cwd(), variables: [], network: false, sandbox: true };
	const interpretersGiven = interpreter === undefined ? [] : [interpreter];
	const { runner, dependencies, interpreters } = await openConfinement({
		...sandbox,
		roots,
		interpreters: interpretersGiven,
	});
	const checkouts = new ScratchCheckouts({ roots, storage, log, dependencies });
	const execution = { checkouts, runner, interpreters, testTimeoutMs: timeoutMs };
	const started = performance.now();
	const checkout = await checkouts.create('bench', signal);
	let runs: CommitRuns | undefined;
	try {
		const test = await failingTest(known, { workspace, execution, checkout, signal });
		if (typeof test !== 'string') {
			return { ...known, project, ...test };
		}
		const deps = { workspace, execution, with: [], signal };
		const oracle = await openOracle({ kind: 'test', test }, checkout, deps);
		const executed = await oracle.executed(checkout, signal);
		const clues = { ...(await cluesOf(oracle, deps)), executed };
		const source = await CommitRepository.open(clone, join(storage, 'git'));
		const isCommitted = await isOnlyTest(checkout, oracle, { source, signal });
		const ran: Omit<CulpritRun, 'subject'>[] = [];
		const kept = new CulpritOutcomes(join(storage, 'outcomes'));
		const onRun = (run: Omit<CulpritRun, 'subject'>) => void ran.push(run);
		runs = await CommitRuns.open({ checkouts, runner, oracle, build: undefined, kept, signal, onRun }, checkout);
		const request = { good: known.good, paths: [], isFirstParent: false, isFlaky: false, maxRuns: 60, nJobs: 1 };
		const found = await findCulprit(request, { source, runs, clues, isCommitted, signal });
		const report = await describeCulprit({ found, runs: ran, executed }, { source, oracle, signal });
		const seconds = Math.round((performance.now() - started) / 1000);
		const range = { isFirstParent: false, signal };
		const listed = await source.range(source.head, [known.good], range);
		const judged = { listed, bad: source.head, limits: [known.good], paths: [], options: range };
		const { facts } = await rangeFacts(judged, { source, clues });
		return { ...known, project, test, report, seconds, listed, facts, nBisectRuns: bisectRuns(known, clone) };
	} finally {
		await (runs === undefined ? checkout.dispose() : runs[Symbol.asyncDispose]());
		rmSync(storage, { recursive: true, force: true });
	}
}

/** The first test that the fix added and that fails before the fix. */
async function failingTest(
	known: KnownCulprit,
	{ workspace, execution, checkout, signal }: FailingTestDeps,
): Promise<string | { readonly problem: string }> {
	const suite = await openTestSuite(workspace, execution);
	const report = await suite?.run(checkout, { files: known.tests }, { timeoutMs, signal });
	const failed = report?.tests.filter(({ outcome }) => outcome === 'failed') ?? [];
	const isAdded = (id: string) => known.added.some(name => id.endsWith(`::${name}`));
	const first = failed.find(({ id }) => isAdded(id));
	return first?.id ?? { problem: report?.problem ?? 'no added test fails before the fix' };
}

interface FailingTestDeps {
	readonly workspace: Awaited<ReturnType<typeof openWorkspace>>['workspace'];
	readonly execution: { readonly checkouts: ScratchCheckouts } & Pick<
		Parameters<typeof openOracle>[2]['execution'],
		'runner'
	>;
	readonly checkout: Parameters<typeof openOracle>[1];
	readonly signal: AbortSignal;
}

/** By git itself, without files. */
function bisectRuns({ culprit, good, fix }: KnownCulprit, clone: string): number {
	const git = (...args: string[]) => spawnSync('git', args, { cwd: clone, encoding: 'utf8' }).stdout;
	git('bisect', 'start', '--no-checkout', `${fix}^`, good);
	const output = git('bisect', 'run', 'sh', '-c', `! git merge-base --is-ancestor ${culprit} BISECT_HEAD`);
	git('bisect', 'reset');
	return output.split('\n').filter(line => line.startsWith('running ')).length;
}
