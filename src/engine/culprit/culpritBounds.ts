import type { FailureClues } from '../../history/pure/culprit/commitFacts';
import type { CommitSource, RangeOptions } from '../../history/pure/culprit/commitSource';
import { stepsBack } from '../../history/pure/culprit/stepBack';
import { UserError } from '../../system/pure/errors/userError';
import type { CommitRuns } from './commitRuns';
import type { CulpritRequest } from './culpritRequest';
import type { OracleRun } from './oracle';

export interface BoundsDeps {
	readonly source: CommitSource;
	readonly runs: CommitRuns;
	readonly clues: FailureClues;
	readonly signal: AbortSignal;
}

/** Between which commits the culprit is. */
export interface CulpritBounds {
	/** The test fails there. */
	readonly bad: string;
	/** It passes there. */
	readonly good: readonly string[];
	/** It cannot be run there, and no older commit is known where it passes. */
	readonly untestable?: string;
	readonly notes: readonly string[];
}

/** Throws `UserError` if there is no such revision, or it fails there too. */
export async function givenBounds(revision: string, request: CulpritRequest, deps: BoundsDeps): Promise<CulpritBounds> {
	const { source } = deps;
	const good = await source.resolve(revision);
	if (good === undefined) {
		throw new UserError(`There is no revision ${revision}.`);
	}
	const { outcome, why } = await confirmed(good, request, deps);
	if (outcome === 'failed') {
		throw new UserError(`It fails at ${revision} too: name an older revision with --good. ${why}`);
	}
	const notes =
		outcome === 'skipped' ? [`${revision} counts as good only because you say so: it cannot be run there. ${why}`] : [];
	return { bad: source.head, good: [good], ...(outcome === 'skipped' && { untestable: good }), notes };
}

/** A flaky test that passes once may fail the next time. */
export async function confirmed(
	commit: string,
	{ isFlaky }: Pick<CulpritRequest, 'isFlaky'>,
	{ runs }: Pick<BoundsDeps, 'runs'>,
): Promise<OracleRun> {
	let last = await runs.at(commit);
	for (let n = 1; isFlaky && n < confirmingRuns && last.outcome === 'passed'; n++) {
		last = await runs.at(commit);
	}
	return last;
}

const confirmingRuns = 4;

/** Runs the test at older and older commits until it passes, or cannot be run any more. */
export async function steppedBounds(request: CulpritRequest, deps: BoundsDeps): Promise<CulpritBounds> {
	const { source, signal } = deps;
	let bad = source.head;
	const skipped: string[] = [];
	for (const commit of await stepsOf(request, deps)) {
		signal.throwIfAborted();
		const { outcome } = await confirmed(commit, request, deps);
		if (outcome === 'passed') {
			return { bad, good: [commit], notes: [] };
		}
		if (outcome === 'skipped') {
			skipped.push(commit);
		} else {
			bad = commit;
			skipped.length = 0;
		}
		if (skipped.length === mostSkipped) {
			break;
		}
	}
	const [untestable] = skipped;
	const notes = untestable === undefined ? [] : ['No older commit was found where the test can be run and passes.'];
	return { bad, good: [], ...(untestable !== undefined && { untestable }), notes };
}

/** After so many in a row, the test needs something that older commits do not have. */
const mostSkipped = 3;

async function stepsOf(
	{ isFirstParent, paths }: CulpritRequest,
	{ source, clues, signal }: BoundsDeps,
): Promise<readonly string[]> {
	const options: RangeOptions = { isFirstParent, signal };
	const executed = [...(clues.executed?.keys() ?? [])].filter(path => !clues.isTest(path));
	const all = await source.range(source.head, [], options);
	const parents = new Map(all.map(({ id, parents }) => [id, parents[0]]));
	const wanted = paths.length > 0 ? paths : executed;
	return stepsBack(
		await source.touching(source.head, wanted, options),
		id => parents.get(id),
		await source.tagged(source.head, signal),
	);
}
