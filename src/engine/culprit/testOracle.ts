import type { LanguageData } from '../../code/pure/languages/languageData';
import { readIfText } from '../../code/pure/texts/readIfText';
import { shortened } from '../../runs/pure/model/shortened';
import type { TestReport, TestResult } from '../../runs/pure/model/testing/testReport';
import type { Checkout } from '../../sandbox/pure/execution/checkouts';
import { ProgramMissingError } from '../../system/pure/errors/programMissingError';
import { UserError } from '../../system/pure/errors/userError';
import type { RecordTest } from '../../testing/pure/coverage/recordTest';
import type { TestSuite } from '../../testing/pure/testSuite';
import { type FailureSignature, failureSignature, isSameFailure } from './failureSignature';
import type { GraftedTest, TestInFile } from './graftTest';
import type { Oracle, OracleRun } from './oracle';
import type { TestFiles } from './testFiles';

export interface TestOracleDeps {
	readonly suite: TestSuite;
	readonly languages: readonly LanguageData[];
	readonly timeoutMs: number;
	/** Undefined if what tests execute cannot be recorded. */
	readonly record: RecordTest | undefined;
	/** Puts the test as it is now into an old text of its file; undefined if that is not possible. */
	readonly graft: (test: TestInFile, then: string) => Promise<GraftedTest | undefined>;
	/** The files of a test as they are now, by the workspace path of its file. */
	readonly filesOf: (testFile: string | undefined) => Promise<TestFiles>;
}

/** A test as it is now, and how it fails now. */
export class TestOracle implements Oracle {
	readonly key: string;
	private ways: readonly Way[] = ['file', 'folder', 'test'];

	private constructor(
		private readonly id: string,
		private readonly now: { readonly signature: FailureSignature; readonly test: TestResult },
		private readonly own: TestFiles,
		private readonly deps: TestOracleDeps,
	) {
		const { crash, testLine, message } = now.signature;
		const contents = [...own.all].map(([path, text]) => [path, text]);
		this.key = JSON.stringify([deps.suite.name, id, crash?.kind, testLine, message, contents]);
	}

	/**
	 * Runs a test in a copy of the workspace as it is now. Throws `UserError` if it does not fail or is not found,
	 * `ProgramMissingError` if its runner is not installed, and the signal's reason.
	 */
	static async open(id: string, checkout: Checkout, deps: TestOracleDeps, signal: AbortSignal): Promise<TestOracle> {
		const { suite, timeoutMs, filesOf } = deps;
		const report = await suite.run(checkout, { tests: [id] }, { timeoutMs, signal });
		const test = testOf(report, id);
		if (test?.outcome !== 'failed') {
			const how = test === undefined ? 'was not found among the tests that ran' : pastTexts[test.outcome];
			throw new UserError([`${id} ${how}.`, report.problem ?? ''].join(' ').trim());
		}
		const own = await filesOf(test.file);
		return new TestOracle(id, { signature: signatureOf(test, report, deps), test }, own, deps);
	}

	get name(): string {
		return this.id;
	}

	get files(): readonly string[] {
		return [...this.own.all.keys()];
	}

	get output(): string {
		const { test } = this.now;
		return test.trace ?? test.message ?? '';
	}

	/**
	 * With the test's own file; if it cannot be run so, with the files beside it, which may help it; else with nothing but
	 * the test itself in the file of that time. The way that was possible last is tried first.
	 */
	async at(checkout: Checkout, signal: AbortSignal): Promise<OracleRun> {
		const old = await this.oldText(checkout);
		let first: OracleRun | undefined;
		for (const way of this.ways) {
			const prepared = await this.prepare(way, checkout, old);
			const ran = prepared && (await this.run(checkout, prepared.toToday, signal));
			if (ran !== undefined && ran.outcome !== 'skipped') {
				this.ways = [way, ...this.ways.filter(each => each !== way)];
				return ran;
			}
			first ??= ran;
		}
		return first ?? { outcome: 'skipped', why: 'The test was not found.' };
	}

	/** Of the test's file at the commit, if it has one. */
	private async oldText({ files }: Checkout): Promise<string | undefined> {
		const { file } = this.now.test;
		const text = file === undefined ? '' : await readIfText(files, file);
		return text === '' ? undefined : text;
	}

	/** Undefined if there is no such way for this test. */
	private async prepare(
		way: Way,
		checkout: Checkout,
		old: string | undefined,
	): Promise<Pick<GraftedTest, 'toToday'> | undefined> {
		const { narrow, all } = this.own;
		if (way === 'test') {
			const { file = '' } = this.now.test;
			const test = { id: this.id, file, today: narrow.get(file) ?? '' };
			const grafted = old === undefined || old === test.today ? undefined : await this.deps.graft(test, old);
			await this.write(checkout, grafted === undefined ? new Map() : new Map([...narrow, [file, grafted.text]]));
			return grafted;
		}
		if (way === 'folder' && all.size === narrow.size) {
			return undefined;
		}
		await this.write(checkout, way === 'folder' ? all : narrow);
		return { toToday: 0 };
	}

	executed(checkout: Checkout, signal: AbortSignal) {
		return this.deps.record?.(this.id, checkout, signal) ?? Promise.resolve(undefined);
	}

	private async write(checkout: Checkout, files: ReadonlyMap<string, string>): Promise<void> {
		for (const [path, text] of files) {
			await checkout.write(path, text);
		}
	}

	private async run(checkout: Checkout, toToday: number, signal: AbortSignal): Promise<OracleRun> {
		const { suite, timeoutMs } = this.deps;
		try {
			const report = await suite.run(checkout, { tests: [this.id] }, { timeoutMs, signal });
			const found = this.outcomeOf(report, toToday);
			return report.execution.timedOut && found.outcome === 'skipped' ? { ...found, isOfMachine: true } : found;
		} catch (error) {
			if (error instanceof ProgramMissingError) {
				return { outcome: 'skipped', why: error.message, isOfMachine: true };
			}
			throw error;
		}
	}

	private outcomeOf(report: TestReport, toToday: number): OracleRun {
		const test = testOf(report, this.id);
		if (test === undefined) {
			const why = report.problem ?? 'The test was not found.';
			return { outcome: 'skipped', why: shortened(why, mostCharacters) };
		}
		if (test.outcome !== 'failed') {
			return { outcome: test.outcome, why: `The test ${pastTexts[test.outcome]}.` };
		}
		const message = shortened((test.message ?? test.trace ?? '').trim().split('\n').at(-1) ?? '', mostCharacters);
		const { testLine, ...rest } = signatureOf(test, report, this.deps);
		const then = { ...rest, testLine: testLine === undefined ? undefined : testLine + toToday };
		return isSameFailure(this.now.signature, then)
			? { outcome: 'failed', why: `The test fails as it does now: ${message}` }
			: { outcome: 'skipped', why: `The test fails in another way than now: ${message}` };
	}
}

/** How much of the test is as it is now. */
type Way = 'file' | 'folder' | 'test';

const mostCharacters = 300;

const pastTexts = { passed: 'passes', failed: 'fails', skipped: 'is skipped' } as const;

/** If only the exit code is known, the command is the test. */
function testOf({ tests, isByExitCode }: TestReport, id: string): TestResult | undefined {
	return isByExitCode ? tests[0] : tests.find(each => each.id === id);
}

function signatureOf(
	test: TestResult,
	{ execution, isByExitCode }: TestReport,
	{ languages }: Pick<TestOracleDeps, 'languages'>,
): FailureSignature {
	const printed = `${execution.stdout}\n${execution.stderr}`;
	const text = test.trace ?? test.message ?? (isByExitCode ? printed : '');
	return failureSignature({ text, isHang: execution.timedOut, testFile: test.file }, languages);
}
