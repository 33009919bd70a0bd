import { isTestPath } from '../../code/pure/search/isTestPath';
import { readIfText } from '../../code/pure/texts/readIfText';
import type { Workspace } from '../../history/pure/workspace';
import { parseDiff } from '../../runs/pure/diff/parseDiff';
import type { ExecutedTree, ProgramVersion } from '../../runs/pure/model/executedTree';
import type { PatchedFile } from '../../runs/pure/model/patch';
import type { TestOutcomes } from '../../runs/pure/model/testing/validation';
import type { Checkout } from '../../sandbox/pure/execution/checkouts';
import { type ExecutionDeps, usualTestTimeoutMs } from '../../sandbox/pure/execution/executionDeps';
import { keptExecution, PatchedCopy } from '../../sandbox/pure/execution/patchedCopy';
import { ProgramMissingError } from '../../system/pure/errors/programMissingError';
import { UserError } from '../../system/pure/errors/userError';
import { openTestSuite } from '../../testing/pure/openTestSuite';
import type { TestSelection, TestSuite } from '../../testing/pure/testSuite';
import { programVersions } from '../stages/reproduce/programVersions';
import { type RanReproducer, runReproducer } from '../stages/reproduce/runReproducer';
import { outcomesOf } from '../stages/validate/findings';
import { withoutTestChanges } from '../stages/validate/withoutTestChanges';

/** What is executed again. */
export interface ProofTask {
	/** A unified diff. */
	readonly patch: string;
	readonly reproducer?: { readonly language: string; readonly text: string; readonly errors: readonly string[] };
	readonly tests?: {
		/** As `TestSuite.name`, by which it is decided whether they are the same tests. */
		readonly runner: string;
		/** Only these tests are run. */
		readonly isPart: boolean;
		/** How they should end: those that end otherwise are run once more. */
		readonly before: TestOutcomes;
		readonly after: TestOutcomes;
	};
}

/** How it ended this time. A text instead of a result: why there is none, in a sentence. */
export interface RepeatedProof {
	readonly tree: ExecutedTree;
	/** Why the patch cannot be applied; absent if it can. */
	readonly refused?: string;
	readonly before?: RepeatedRun | string;
	readonly after?: RepeatedRun | string;
	readonly testsBefore?: RepeatedTests | string;
	readonly testsAfter?: RepeatedTests | string;
}

/** A run of the reproducer, twice. */
export interface RepeatedRun {
	readonly first: RanReproducer;
	readonly second: RanReproducer;
	readonly programs: readonly ProgramVersion[];
}

/** The tests, and those that changed once more. */
export interface RepeatedTests {
	readonly command: string;
	readonly outcomes: TestOutcomes;
}

export interface RepeatDeps {
	readonly workspace: Workspace;
	readonly execution: ExecutionDeps;
	readonly signal: AbortSignal;
	readonly onStep?: (step: string) => void;
}

/** Executes a proof record's parts in a scratch copy of the workspace. Throws `UserError` if there can be no copy. */
export async function repeatProof(
	task: ProofTask,
	isSameTree: (tree: ExecutedTree) => boolean,
	deps: RepeatDeps,
): Promise<RepeatedProof> {
	const copy = new PatchedCopy(deps.execution.checkouts, 'proof', deps.signal);
	try {
		deps.onStep?.('reading the files');
		const tree = await copy.tree();
		return isSameTree(tree) ? { tree, ...(await new Repetition(task, copy, deps).run()) } : { tree };
	} finally {
		await copy.dispose();
	}
}

class Repetition {
	constructor(
		private readonly task: ProofTask,
		private readonly copy: PatchedCopy,
		private readonly deps: RepeatDeps,
	) {}

	async run(): Promise<Omit<RepeatedProof, 'tree'>> {
		const { reproducer, tests } = this.task;
		const files = await this.patchedFiles();
		const refused = typeof files === 'string' ? { refused: files } : {};
		const before = reproducer && (await this.reproduce(reproducer, undefined));
		const after =
			reproducer && typeof files !== 'string' ? await this.reproduce(reproducer, this.task.patch) : undefined;
		const suite = tests && (await openTestSuite(this.deps.workspace, this.deps.execution));
		const both = tests && (await this.runTests(tests, suite, typeof files === 'string' ? undefined : files));
		return { ...refused, ...(before && { before }), ...(after && { after }), ...both };
	}

	/** The files of the patch as whole texts; why there are none, if it cannot be applied. */
	private async patchedFiles(): Promise<readonly PatchedFile[] | string> {
		const { patch } = this.task;
		const paths = [
			...new Set(parseDiff(patch).flatMap(({ oldPath, newPath }) => [oldPath ?? [], newPath ?? []].flat())),
		];
		const read = async ({ files }: Checkout) => {
			const listed = new Set((await files.list()).map(({ path }) => path));
			return Promise.all(paths.map(async path => (listed.has(path) ? readIfText(files, path) : undefined)));
		};
		try {
			const old = await read(await this.copy.with(undefined));
			const fresh = await read(await this.copy.with({ diff: patch }));
			return paths.map((path, at) => {
				const [before, after] = [old[at], fresh[at]];
				return { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
			});
		} catch (error) {
			this.deps.signal.throwIfAborted();
			if (error instanceof UserError) {
				return error.message;
			}
			throw error;
		}
	}

	private async reproduce(
		{ language: id, text, errors }: NonNullable<ProofTask['reproducer']>,
		diff: string | undefined,
	): Promise<RepeatedRun | string> {
		const { workspace, execution, signal, onStep } = this.deps;
		const { runner, interpreters, timeoutMs } = execution;
		const language = workspace.parser.languages.find(each => each.id === id)?.reproducer;
		if (language === undefined) {
			return `This version of Faultline does not know how a reproducer in ${id} is run.`;
		}
		onStep?.(`running the reproducer ${diff === undefined ? 'without' : 'with'} the patch`);
		const once = async () => {
			const checkout = await this.copy.with(diff === undefined ? undefined : { diff });
			const ran = await runReproducer(
				{
					...{ runner, checkout, language, signal, issueErrors: errors, isOnce: true },
					...(interpreters && { interpreters }),
					...(timeoutMs !== undefined && { timeoutMs }),
				},
				text,
			);
			return { ran: { ...ran, execution: keptExecution(ran.execution, checkout) }, checkout };
		};
		try {
			const { ran: first } = await once();
			const { ran: second, checkout } = await once();
			const programs = await programVersions(first.commands, { runner, checkout, language, signal });
			return { first, second, programs };
		} catch (error) {
			return missingText(error);
		}
	}

	private async runTests(
		{ runner, isPart, before, after }: NonNullable<ProofTask['tests']>,
		suite: TestSuite | undefined,
		files: readonly PatchedFile[] | undefined,
	): Promise<Pick<RepeatedProof, 'testsBefore' | 'testsAfter'>> {
		if (suite?.name !== runner) {
			const found = suite === undefined ? 'no tests are known here' : `the tests here are those of ${suite.name}`;
			const why = `They were run by ${runner}, and ${found}. A command is given with --test-command LINE.`;
			return { testsBefore: why, testsAfter: why };
		}
		const names = [before, after].flatMap(({ passed, failed, skipped }) => [...passed, ...failed, ...skipped]);
		const selection: TestSelection = isPart && suite.selects ? { tests: [...new Set(names)] } : 'all';
		const { languages, files: all } = this.deps.workspace;
		const paths = (await all.list()).map(({ path }) => path);
		const patch = { diff: this.task.patch, files: files ?? [], id: '' };
		const judged = files && withoutTestChanges(patch, path => isTestPath(path, paths, languages));
		const testsBefore = await this.test(suite, selection, { diff: undefined, expected: before });
		const patched = judged && (await this.test(suite, selection, { diff: judged.diff, expected: after }));
		return { testsBefore, ...(patched !== undefined && { testsAfter: patched }) };
	}

	private async test(
		suite: TestSuite,
		selection: TestSelection,
		{ diff, expected }: { readonly diff: string | undefined; readonly expected: TestOutcomes },
	): Promise<RepeatedTests | string> {
		const { execution, signal, onStep } = this.deps;
		onStep?.(`running the tests ${diff === undefined ? 'without' : 'with'} the patch`);
		const timeoutMs = execution.testTimeoutMs ?? usualTestTimeoutMs;
		const run = async (selected: TestSelection) => {
			const checkout = await this.copy.with(diff === undefined ? undefined : { diff });
			return suite.run(checkout, selected, { timeoutMs, signal });
		};
		try {
			const { command, tests } = await run(selection);
			const others = differing(outcomesOf({ tests }), expected).slice(0, mostRepeated);
			const again = others.length === 0 || !suite.selects ? [] : (await run({ tests: others })).tests;
			const known = new Set(again.map(({ id }) => id));
			return { command, outcomes: outcomesOf({ tests: [...tests.filter(({ id }) => !known.has(id)), ...again] }) };
		} catch (error) {
			return missingText(error);
		}
	}
}

/** Tests that are repeated at most. */
const mostRepeated = 50;

/** The tests that are expected to end in some way, and end in another one. */
function differing(ended: TestOutcomes, expected: TestOutcomes): string[] {
	return outcomes.flatMap(outcome => {
		const same = new Set(ended[outcome]);
		return expected[outcome].filter(test => !same.has(test));
	});
}

const outcomes = ['passed', 'failed', 'skipped'] as const;

/** A program that is not installed here; throws everything else. */
function missingText(error: unknown): string {
	if (error instanceof ProgramMissingError) {
		return error.message;
	}
	throw error;
}
