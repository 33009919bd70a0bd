import { isTestPath } from '../../code/pure/search/isTestPath';
import type { Workspace } from '../../history/pure/workspace';
import type { HunkJudgment, JudgedHunk } from '../../runs/pure/model/testing/hunkJudgment';
import type { TestReport, TestResult } from '../../runs/pure/model/testing/testReport';
import type { Checkout } from '../../sandbox/pure/execution/checkouts';
import { type ExecutionDeps, usualTestTimeoutMs } from '../../sandbox/pure/execution/executionDeps';
import { UserError } from '../../system/pure/errors/userError';
import type { Progress } from '../../system/pure/progress';
import { openTestSuite } from '../../testing/pure/openTestSuite';
import type { TestSelection, TestSuite } from '../../testing/pure/testSuite';
import { affectedTests } from '../stages/validate/affectedTests';
import { compareReports } from '../stages/validate/compareReports';
import { firstNames, foundWith } from '../stages/validate/findings';
import { repeatChanged } from '../stages/validate/repeatedTests';

/** A file that the user's workspace has with changes. Texts have `\n` line ends; undefined: no file. */
export interface ChangedFile {
	readonly path: string;
	readonly now: string | undefined;
	/** Without all hunks. */
	readonly before: string | undefined;
	readonly hunks: readonly ChangedHunk[];
	/** A text as it would be on the disk. */
	encode(text: string): Promise<Uint8Array>;
}

/** A hunk of a file, as `JudgedHunk` names it. */
export interface ChangedHunk extends Pick<JudgedHunk, 'hunks' | 'size'> {
	/** The file without it. */
	readonly without: string | undefined;
}

export interface JudgeHunksDeps {
	/** As it is now, with the changes. */
	readonly workspace: Workspace;
	readonly execution: ExecutionDeps;
	readonly signal: AbortSignal;
	readonly onProgress: (progress: Progress) => void;
}

/** Milliseconds for each run of near tests, unless the user set another limit. */
const usualLimitMs = 40_000;
/** More hunks than these are left out file by file. */
const mostHunks = 24;

/**
 * Runs the tests near to some changes in a scratch copy: with all changes, without those of the code, and without each. Changed
 * tests stay as they are. Tests that differ from run to run do not count. Throws `UserError` if no test can judge them.
 */
export async function judgeHunks(files: readonly ChangedFile[], deps: JudgeHunksDeps): Promise<HunkJudgment> {
	const { workspace, execution, signal } = deps;
	const paths = (await workspace.files.list()).map(({ path }) => path);
	const isTest = ({ path }: ChangedFile) => isTestPath(path, paths, workspace.languages);
	const code = files.filter(file => file.hunks.length > 0 && !isTest(file));
	if (code.length === 0) {
		throw new UserError('Only tests are changed: there is no code that they could judge.');
	}
	const suite = await openTestSuite(workspace, execution);
	if (suite === undefined) {
		throw new UserError('No test runner is known for this folder.', { cures: [{ kind: 'setTestCommand' }] });
	}
	const tests = await testsFor(code, files.filter(isTest), workspace);
	if (tests.length === 0) {
		throw new UserError('No test is near to these changes: nothing can judge them.');
	}
	const checkout = await execution.checkouts.create('judge', signal);
	try {
		return await new Judge(code, { suite, tests, checkout, deps }).judge();
	} finally {
		await checkout.dispose();
	}
}

/** Paths of the changed tests, and of those near to the code. */
async function testsFor(
	code: readonly ChangedFile[],
	tests: readonly ChangedFile[],
	workspace: Workspace,
): Promise<readonly string[]> {
	// The index is of the files as they are now.
	const changed = code.map(({ path, now, before }) => ({
		path,
		...(now !== undefined && { before: now }),
		...(before !== undefined && { after: before }),
	}));
	const { files } = await affectedTests(workspace, changed, {});
	const own = tests.flatMap(({ path, now }) => (now === undefined ? [] : [path]));
	return [...new Set([...own, ...files])];
}

interface JudgeParts {
	readonly suite: TestSuite;
	readonly tests: readonly string[];
	readonly checkout: Checkout;
	readonly deps: JudgeHunksDeps;
}

/** A file without some of its hunks. */
interface LeftOut {
	readonly file: ChangedFile;
	readonly hunks: readonly ChangedHunk[];
	readonly text: string | undefined;
}

class Judge {
	constructor(
		private readonly code: readonly ChangedFile[],
		private readonly parts: JudgeParts,
	) {}

	async judge(): Promise<HunkJudgment> {
		const { deps, tests } = this.parts;
		const selection = { files: tests };
		deps.onProgress({ done: 0, total: 0, message: 'running the near tests with all changes' });
		const after = await this.run([], selection);
		this.checkWhole(after);
		deps.onProgress({ done: 0, total: 0, message: 'running them without the changes' });
		const everything = this.code.map(wholeFile);
		const before = await this.run(everything, selection);
		const comparison = compareReports(before, after, true);
		const repeated = await repeatChanged(comparison.changed, after.isByExitCode === true, (side, chosen) =>
			this.run(side === 'patched' ? [] : everything, chosen),
		);
		// A test that could not even be loaded without the changes turned green, too; of a run that was cut nothing is known.
		const known = new Set(before.tests.map(({ id }) => id));
		const isFresh = ({ id, outcome }: TestResult) => outcome === 'passed' && !known.has(id);
		const fresh = this.isCut(before, after) ? [] : after.tests.filter(isFresh).map(({ id }) => id);
		const fixed = { ...comparison, fixed: [...comparison.fixed, ...fresh], failing: [...comparison.failing, ...fresh] };
		const found = foundWith(after, fixed, { ...repeated, leftOut: [] });
		const hunks = await this.judgeEach(after, new Set(repeated.flaky));
		const nTried = hunks.reduce((sum, each) => sum + each.hunks.length, 0);
		const nLeft = this.code.reduce((sum, file) => sum + file.hunks.length, 0) - nTried;
		return { tests: { ...found, isPart: true }, hunks, ...(nLeft > 0 && { nLeft }) };
	}

	private async judgeEach(after: TestReport, flaky: ReadonlySet<string>): Promise<JudgedHunk[]> {
		const { deps, tests } = this.parts;
		const stable = { tests: after.tests.filter(({ id }) => !flaky.has(id)) };
		const judged: JudgedHunk[] = [];
		const all = leftOutOneByOne(this.code);
		for (const [at, leftOut] of all.entries()) {
			deps.onProgress({ done: at, total: all.length, message: `leaving out change ${at + 1} of ${all.length}` });
			const report = await this.run([leftOut], { files: tests });
			if (this.isCut(report, after)) {
				continue;
			}
			const { changed } = compareReports(stable, report, true);
			const worse = changed.filter(({ isNew }) => !isNew);
			const again = (side: 'patched' | 'plain', chosen: TestSelection) =>
				this.run(side === 'patched' ? [leftOut] : [], chosen);
			const { broken } = await repeatChanged(worse, after.isByExitCode === true, again, 1);
			judged.push({ ...nameOf(leftOut), needed: firstNames(broken.map(({ id }) => id)) });
		}
		return judged;
	}

	private async run(leftOut: readonly LeftOut[], selection: TestSelection): Promise<TestReport> {
		const { suite, checkout, deps } = this.parts;
		const { execution, signal } = deps;
		signal.throwIfAborted();
		await checkout.reset();
		for (const { file, text } of leftOut) {
			await (text === undefined ? checkout.remove(file.path) : checkout.write(file.path, await file.encode(text)));
		}
		const { onOutput } = execution;
		return suite.run(checkout, selection, { timeoutMs: this.limitMs, signal, ...(onOutput && { onOutput }) });
	}

	/** Its end was not waited for, though it took about as long as with all changes. Much longer, it hangs: that is a result. */
	private isCut({ execution }: TestReport, after: TestReport): boolean {
		return execution.timedOut && after.execution.durationMs * 2 >= this.limitMs;
	}

	private get limitMs(): number {
		const { suite, deps } = this.parts;
		return deps.execution.testTimeoutMs ?? (suite.selects ? usualLimitMs : usualTestTimeoutMs);
	}

	private checkWhole({ tests, execution, problem }: TestReport): void {
		if (execution.timedOut) {
			const seconds = Math.ceil(this.limitMs / 1000);
			throw new UserError(`The tests near to these changes do not end in ${seconds} s. Set a longer time for tests.`);
		}
		if (tests.length === 0) {
			throw new UserError(problem ?? 'The tests near to these changes report no result.');
		}
	}
}

/** Each hunk, or each file if there are too many of them; the rest is not tried. */
function leftOutOneByOne(code: readonly ChangedFile[]): readonly LeftOut[] {
	const each = code.flatMap(file => file.hunks.map(hunk => ({ file, hunks: [hunk], text: hunk.without })));
	return each.length <= mostHunks ? each : code.map(wholeFile).slice(0, mostHunks);
}

function wholeFile(file: ChangedFile): LeftOut {
	return { file, hunks: file.hunks, text: file.before };
}

function nameOf({ file, hunks }: LeftOut): Omit<JudgedHunk, 'needed'> {
	const sum = (side: 0 | 1) => hunks.reduce((total, { size }) => total + size[side], 0);
	return { path: file.path, hunks: hunks.flatMap(each => each.hunks), size: [sum(0), sum(1)] };
}
