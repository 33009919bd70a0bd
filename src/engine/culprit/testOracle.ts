import type { LanguageData } from '../../code/pure/languages/languageData';
import { shortened } from '../../runs/pure/model/shortened';
import type { TestReport, TestResult } from '../../runs/pure/model/testing/testReport';
import type { Checkout } from '../../sandbox/pure/execution/checkouts';
import { ProgramMissingError } from '../../system/pure/errors/programMissingError';
import { UserError } from '../../system/pure/errors/userError';
import type { RecordTest } from '../../testing/pure/coverage/recordTest';
import type { TestSuite } from '../../testing/pure/testSuite';
import { type FailureSignature, failureSignature, isSameFailure } from './failureSignature';
import type { Oracle, OracleRun } from './oracle';
import type { TestFiles } from './testFiles';

export interface TestOracleDeps {
	readonly suite: TestSuite;
	readonly languages: readonly LanguageData[];
	readonly timeoutMs: number;
	/** Undefined if what tests execute cannot be recorded. */
	readonly record: RecordTest | undefined;
	/** The files of a test as they are now, by the workspace path of its file. */
	readonly filesOf: (testFile: string | undefined) => Promise<TestFiles>;
}

/** A test as it is now, and how it fails now. */
export class TestOracle implements Oracle {
	readonly key: string;
	private isWide = false;

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

	/** With the test's own file; if it cannot be run so, with the files beside it, which may help it. */
	async at(checkout: Checkout, signal: AbortSignal): Promise<OracleRun> {
		await this.write(checkout, this.isWide ? this.own.all : this.own.narrow);
		const first = await this.run(checkout, signal);
		if (first.outcome !== 'skipped' || this.isWide || this.own.all.size === this.own.narrow.size) {
			return first;
		}
		await this.write(checkout, this.own.all);
		const second = await this.run(checkout, signal);
		this.isWide = second.outcome !== 'skipped';
		return second.outcome === 'skipped' ? first : second;
	}

	executed(checkout: Checkout, signal: AbortSignal) {
		return this.deps.record?.(this.id, checkout, signal) ?? Promise.resolve(undefined);
	}

	private async write(checkout: Checkout, files: ReadonlyMap<string, string>): Promise<void> {
		for (const [path, text] of files) {
			await checkout.write(path, text);
		}
	}

	private async run(checkout: Checkout, signal: AbortSignal): Promise<OracleRun> {
		const { suite, timeoutMs } = this.deps;
		try {
			const report = await suite.run(checkout, { tests: [this.id] }, { timeoutMs, signal });
			return this.outcomeOf(report);
		} catch (error) {
			if (error instanceof ProgramMissingError) {
				return { outcome: 'skipped', why: error.message };
			}
			throw error;
		}
	}

	private outcomeOf(report: TestReport): OracleRun {
		const test = testOf(report, this.id);
		if (test === undefined) {
			const why = report.problem ?? 'The test was not found.';
			return { outcome: 'skipped', why: shortened(why, mostCharacters) };
		}
		if (test.outcome !== 'failed') {
			return { outcome: test.outcome, why: `The test ${pastTexts[test.outcome]}.` };
		}
		const message = shortened((test.message ?? test.trace ?? '').trim().split('\n').at(-1) ?? '', mostCharacters);
		return isSameFailure(this.now.signature, signatureOf(test, report, this.deps))
			? { outcome: 'failed', why: `The test fails as it does now: ${message}` }
			: { outcome: 'skipped', why: `The test fails in another way than now: ${message}` };
	}
}

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
