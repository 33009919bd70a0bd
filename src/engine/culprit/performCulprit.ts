import type { CommitSource } from '../../history/pure/culprit/commitSource';
import type { KeptOutcome, KeptOutcomes } from '../../history/pure/culprit/keptOutcomes';
import type { CommitCheckout } from '../../sandbox/pure/execution/commitCheckouts';
import type { Progress } from '../../system/pure/progress';
import { type BuildCommand, CommitRuns } from './commitRuns';
import type { CulpritReport, CulpritRun } from './culpritReport';
import type { CulpritRequest } from './culpritRequest';
import type { CulpritTarget } from './culpritTarget';
import { describeCulprit } from './describeCulprit';
import { findCulprit } from './findCulprit';
import { cluesOf, type OracleDeps, openOracle } from './openOracle';
import type { Oracle } from './oracle';

export interface PerformCulpritDeps extends OracleDeps {
	readonly source: CommitSource;
	readonly kept: KeptOutcomes;
	readonly build?: BuildCommand;
	/** Outcomes of earlier searches do not count. */
	readonly isFresh: boolean;
	readonly onProgress?: (progress: Progress) => void;
	readonly onRun?: (run: KeptOutcome & { readonly isKept: boolean }) => void;
}

/**
 * Finds the commit that broke a test or made a reproducer fail. Throws `UserError` if it does not fail now,
 * `ProgramMissingError` if its runner is not installed, and the signal's reason.
 */
export async function performCulprit(
	target: CulpritTarget,
	request: CulpritRequest,
	deps: PerformCulpritDeps,
): Promise<CulpritReport> {
	const { execution, source, kept, build, isFresh, signal, onProgress, onRun } = deps;
	const checkout = await execution.checkouts.create('culprit', signal);
	const runs: Omit<CulpritRun, 'subject'>[] = [];
	let opened: CommitRuns | undefined;
	try {
		onProgress?.({ done: 0, total: 0, message: 'running it as it is now' });
		const oracle = await openOracle(target, checkout, deps);
		onProgress?.({ done: 0, total: 0, message: 'recording what it executes' });
		const executed = await oracle.executed(checkout, signal);
		const clues = { ...(await cluesOf(oracle, deps)), executed };
		const isCommitted = await isOnlyTest(checkout, oracle, deps);
		opened = await CommitRuns.open(
			{
				...{ checkouts: execution.checkouts, runner: execution.runner, oracle, build, signal },
				kept: isFresh ? { read: async () => [], keep: (key, outcome) => kept.keep(key, outcome) } : kept,
				onRun: run => {
					runs.push(run);
					onRun?.(run);
				},
			},
			checkout,
		);
		const search = { source, runs: opened, clues, isCommitted, signal, ...(onProgress && { onProgress }) };
		const found = await findCulprit(request, search);
		return await describeCulprit({ found, runs, executed }, { source, oracle, signal });
	} finally {
		await (opened === undefined ? checkout.dispose() : opened[Symbol.asyncDispose]());
	}
}

/** Whether the workspace differs from its newest commit in nothing but files of the oracle. Moves the copy there. */
export async function isOnlyTest(
	checkout: CommitCheckout,
	oracle: Oracle,
	{ source, signal }: Pick<PerformCulpritDeps, 'source' | 'signal'>,
): Promise<boolean> {
	const changed = await checkout.moveTo(source.head, signal);
	return changed.every(path => oracle.files.includes(path));
}
