import { join } from 'node:path';
import type { TestCounts } from '../support/runMocha';
import type { Durations } from './durations.mts';
import type { Programs } from './programs.mts';
import { TestProcess } from './testProcess.mts';
import type { Job } from './testQueue.mts';

/** What was counted so far; the failures are repeated at the end of a long log. */
export class Totals {
	passed = 0;
	failed = 0;
	readonly failures: string[] = [];

	add(suite: string, { passed, failed, failures }: Pick<TestCounts, 'passed' | 'failed' | 'failures'>): void {
		this.passed += passed;
		this.failed += failed;
		this.failures.push(...failures.map(failure => `${suite}: ${failure}`));
	}

	/** Prints failures and counts, and sets the exit code. */
	end(): void {
		process.exitCode = this.failed === 0 ? 0 : 1;
		for (const failure of this.failures) {
			console.log(`\n*** FAILED: ${failure}`);
		}
		console.log(`${this.passed} passed, ${this.failed} failed`);
	}
}

export interface TestRunOptions {
	/** Where the tests are bundled. */
	readonly outdir: string;
	readonly programs: Programs;
	readonly totals: Totals;
	readonly durations: Durations;
	readonly grep?: string | undefined;
}

/** Runs bundled files of tests in processes that stay, and prints the report of each when it has ended. */
export class TestRun {
	readonly #options: TestRunOptions;
	readonly #processes = new Map<number, TestProcess>();

	constructor(options: TestRunOptions) {
		this.#options = options;
	}

	/** `path` is relative to the repository, such as `test/patches/pure/edits/hunks.test.ts`. */
	jobOf(suite: string, path: string): Job {
		const { outdir, durations, totals, grep } = this.#options;
		return {
			name: path,
			expectedMs: durations.of(path),
			opensWindow: suite !== 'unit',
			run: async slot => {
				const bundled = join(outdir, path.replace(/^test\//, '').replace(/\.tsx?$/, '.js'));
				const { counts, report, ms } = await this.#processOf(slot).runFile(bundled);
				totals.add(suite, counts);
				if (grep === undefined && counts.failed === 0) {
					durations.record(path, ms, counts.durations);
				}
				if (grep === undefined || counts.passed + counts.failed > 0) {
					console.log(`\n--- ${path} (${(ms / 1000).toFixed(1)} s)\n${report}`);
				}
			},
		};
	}

	async end(): Promise<void> {
		await Promise.all([...this.#processes.values()].map(each => each.end()));
		this.#processes.clear();
	}

	#processOf(slot: number): TestProcess {
		const { outdir, programs, grep } = this.#options;
		const known = this.#processes.get(slot);
		const main = join(outdir, 'support/mochaMain.js');
		const process_ = known ?? new TestProcess({ programs, main, grep, onChunk: chunk => process.stdout.write(chunk) });
		this.#processes.set(slot, process_);
		return process_;
	}
}
