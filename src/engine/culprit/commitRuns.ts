import type { KeptOutcome, KeptOutcomes } from '../../history/pure/culprit/keptOutcomes';
import type { CommitCheckout, CommitCheckouts } from '../../sandbox/pure/execution/commitCheckouts';
import type { Runner } from '../../sandbox/pure/execution/runner';
import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import { badEnd } from '../stages/validate/seenCrash';
import type { Oracle, OracleRun } from './oracle';

export interface BuildCommand {
	/** A line for the system's shell. */
	readonly line: string;
	readonly timeoutMs: number;
}

export interface CommitRunsDeps {
	readonly checkouts: CommitCheckouts;
	readonly runner: Runner;
	readonly oracle: Oracle;
	readonly build: BuildCommand | undefined;
	readonly kept: KeptOutcomes;
	readonly signal: AbortSignal;
	/** Called with each outcome once it is known; `isKept`: by an earlier search. */
	readonly onRun: (run: KeptOutcome & { readonly isKept: boolean }) => void;
}

/** Runs the oracle at commits, each in a scratch copy; copies are used again, and outcomes kept. */
export class CommitRuns implements AsyncDisposable {
	private readonly free: CommitCheckout[];
	private readonly all: CommitCheckout[];
	private readonly earlier = new Map<string, KeptOutcome[]>();
	private readonly key: string;
	private nRuns = 0;

	private constructor(
		private readonly deps: CommitRunsDeps,
		checkout: CommitCheckout,
		earlier: readonly KeptOutcome[],
	) {
		this.free = [checkout];
		this.all = [checkout];
		this.key = keyOf(deps);
		for (const each of earlier) {
			this.earlier.set(each.commit, [...(this.earlier.get(each.commit) ?? []), each]);
		}
	}

	/** `checkout`: a copy that may be used, and is disposed. */
	static async open(deps: CommitRunsDeps, checkout: CommitCheckout): Promise<CommitRuns> {
		return new CommitRuns(deps, checkout, await deps.kept.read(keyOf(deps)));
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await Promise.all(this.all.map(each => each.dispose()));
	}

	/** How many outcomes were found by running, not kept. */
	get count(): number {
		return this.nRuns;
	}

	/** How it ends at a commit; asked again, it runs again. */
	async at(commit: string): Promise<OracleRun> {
		const known = this.earlier.get(commit)?.shift();
		if (known !== undefined) {
			this.deps.onRun({ ...known, isKept: true });
			return known;
		}
		const checkout = this.free.pop() ?? (await this.newCopy());
		try {
			const run = await this.run(commit, checkout);
			this.nRuns++;
			await this.note(commit, run);
			return run;
		} finally {
			this.free.push(checkout);
		}
	}

	/** An outcome that is known in another way. */
	async note(commit: string, { outcome, why, isOfMachine }: OracleRun): Promise<void> {
		if (isOfMachine !== true) {
			await this.deps.kept.keep(this.key, { commit, outcome, why });
		}
		this.deps.onRun({ commit, outcome, why, isKept: false });
	}

	private async run(commit: string, checkout: CommitCheckout): Promise<OracleRun> {
		const { oracle, signal } = this.deps;
		try {
			await checkout.moveTo(commit, signal);
			return (await this.buildProblem(checkout)) ?? (await oracle.at(checkout, signal));
		} catch (error) {
			signal.throwIfAborted();
			if (error instanceof UserError) {
				return { outcome: 'skipped', why: errorText(error), isOfMachine: true };
			}
			throw error;
		}
	}

	private async buildProblem({ folder, reach }: CommitCheckout): Promise<OracleRun | undefined> {
		const { build, runner, signal } = this.deps;
		if (build === undefined) {
			return undefined;
		}
		const { line: command, timeoutMs } = build;
		const execution = await runner.run({ command, cwd: folder, reach, timeoutMs, signal });
		signal.throwIfAborted();
		const end = badEnd(execution);
		const cut = execution.timedOut && { isOfMachine: true as const };
		return end === undefined ? undefined : { outcome: 'skipped', why: `It cannot be built: ${end}.`, ...cut };
	}

	private async newCopy(): Promise<CommitCheckout> {
		const { checkouts, signal } = this.deps;
		const checkout = await checkouts.create(`culprit ${this.all.length + 1}`, signal);
		this.all.push(checkout);
		return checkout;
	}
}

function keyOf({ oracle, build }: Pick<CommitRunsDeps, 'oracle' | 'build'>): string {
	return JSON.stringify([oracle.key, build?.line]);
}
