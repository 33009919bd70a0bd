import type { ExecutionDeps } from '../../execution/executionDeps';
import { PatchedCopy } from '../../execution/patchedCopy';
import { rootNode } from '../../model/run/run';
import { couldNotStart, failedPlainText } from '../../model/testing/validation';
import { ProgramMissingError } from '../../ports';
import type { RunLog } from '../../runLog';
import type { PlainTestRun, ValidationRuns } from '../../stages/validate/validationRuns';

export interface PlainTestsDeps {
	readonly execution: ExecutionDeps;
	readonly validations: ValidationRuns;
	readonly signal: AbortSignal;
}

/**
 * The run of the project's tests without a patch, beside the search: what it shows is the same for every patch. It has a
 * scratch copy of its own, which exists only meanwhile, so that tests and reproducers see nothing of each other.
 */
export class PlainTests {
	private readonly controller = new AbortController();
	private running: Promise<PlainTestRun | undefined> | undefined;

	constructor(
		private readonly log: RunLog,
		private readonly deps: PlainTestsDeps,
	) {}

	/** Begins, unless it has begun; `result` reports a failure. */
	start(): void {
		this.running ??= this.run();
		this.running.catch(() => undefined);
	}

	/**
	 * Undefined where the runner is not installed, which is noted. Throws `UserError` where no copy can be made, and the
	 * signal's reason.
	 */
	result(): Promise<PlainTestRun | undefined> {
		this.start();
		return this.running ?? this.run();
	}

	/** Ends what still runs, and returns once it has ended. */
	async stop(): Promise<void> {
		this.controller.abort();
		await this.running?.catch(() => undefined);
	}

	private async run(): Promise<PlainTestRun | undefined> {
		const { signal: outer, execution } = this.deps;
		const abort = () => this.controller.abort(outer.reason);
		outer.addEventListener('abort', abort, { once: true });
		const { signal } = this.controller;
		const copy = new PatchedCopy(execution.checkouts, `${this.log.run.id} tests`, signal);
		try {
			outer.throwIfAborted();
			return await this.runIn(copy, signal);
		} finally {
			outer.removeEventListener('abort', abort);
			await copy.dispose();
		}
	}

	private async runIn(copy: PatchedCopy, signal: AbortSignal): Promise<PlainTestRun | undefined> {
		const node = await this.log.open(rootNode, {
			...{ key: 'tests', kind: 'stage', phase: 'reproduce', isAside: true },
			title: 'Run the tests without a patch',
		});
		const plain = await this.deps.validations
			.plain(node, { copy, signal })
			.catch(error => this.noteNotInstalled(node, error));
		if (plain === undefined) {
			return undefined;
		}
		const { ran } = plain;
		// Where some pass, the node says which do not; that needs no decision of the user.
		if (ran.verdict === 'failed') {
			const cures = couldNotStart(ran.execution) ? [{ kind: 'setTestCommand' } as const] : [];
			await this.log.once(node, { type: 'noted', text: failedPlainText(ran), cures });
		}
		await this.log.close(node, ran.why);
		return plain;
	}

	/** The tests of a project that are not run here keep no patch from being written. */
	private async noteNotInstalled(node: string, error: unknown): Promise<undefined> {
		if (!(error instanceof ProgramMissingError)) {
			throw error;
		}
		const text = `The project's tests are not run. ${error.message}`;
		await this.log.once(node, { type: 'noted', text, cures: error.cures });
		await this.log.close(node, text);
	}
}
