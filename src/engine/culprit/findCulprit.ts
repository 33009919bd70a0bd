import { usualError, usualFlakyShare } from '../../history/pure/culprit/culpritSearch';
import { type BoundsDeps, confirmed, givenBounds, steppedBounds } from './culpritBounds';
import type { CulpritReport } from './culpritReport';
import type { CulpritRequest } from './culpritRequest';
import type { OracleRun } from './oracle';
import { type RangeAnswer, RangeSearch, type RangeSearchDeps } from './rangeSearch';

export interface FindCulpritDeps extends BoundsDeps, RangeSearchDeps {
	/** The workspace is the newest commit, but for files of the test: it fails there. */
	readonly isCommitted: boolean;
}

/** What a search finds, without what is only for showing it. */
export type FoundCulprit = Pick<CulpritReport, 'kind' | 'probability' | 'nCandidates' | 'notes'> & {
	/** Ids, the most probable first. */
	readonly commits: readonly string[];
	readonly lastGood?: string;
	readonly flakyShare: number;
};

/**
 * Searches for the commit that broke a test, which fails in the workspace as it is now. Throws `UserError` if the good
 * revision does not exist or is not good, and the signal's reason.
 */
export async function findCulprit(request: CulpritRequest, deps: FindCulpritDeps): Promise<FoundCulprit> {
	const { source } = deps;
	const flakyShare = request.isFlaky ? 1 : usualFlakyShare;
	const common = { flakyShare, nCandidates: 0, notes: [] as readonly string[] };
	const newest = deps.isCommitted ? failing : await confirmed(source.head, request, deps);
	if (newest.outcome === 'passed') {
		return { ...common, kind: 'uncommitted', commits: [], probability: 1 };
	}
	const notes = newest.outcome === 'skipped' ? [`At the newest commit the test cannot be judged. ${newest.why}`] : [];
	const bounds =
		request.good === undefined ? await steppedBounds(request, deps) : await givenBounds(request.good, request, deps);
	if (bounds.good.length === 0 && bounds.untestable === undefined) {
		return { ...common, kind: 'neverPassed', commits: [], probability: 1, notes };
	}
	const beliefs = { flakyShare, maxError: maxErrorOf(request) };
	const search = await RangeSearch.open(bounds, request, beliefs, deps);
	const { commits, probability, lastGood, isCut, edge } = await search.run();
	const cut = isCut ? [`The limit of ${request.maxRuns} runs was reached: --max-runs raises it.`] : [];
	const kind = commits.length === 0 ? 'neverPassed' : isUnique(commits, probability) ? 'found' : 'several';
	return {
		...{ ...common, kind, commits, probability, nCandidates: search.nCandidates },
		...(lastGood !== undefined && { lastGood }),
		notes: [...notes, ...bounds.notes, ...(kind === 'found' ? [] : edgeNotes(edge)), ...cut],
	};
}

const failing: OracleRun = { outcome: 'failed', why: 'It fails as it is now.' };

function edgeNotes(edge: RangeAnswer['edge']): readonly string[] {
	if (edge === undefined) {
		return [];
	}
	const [commit, parent] = [edge.commit, edge.parent].map(id => id.slice(0, 10));
	return [`It fails as it does now at ${commit}, but not at ${parent}, which is its parent. There: ${edge.why}`];
}

function isUnique(commits: readonly string[], probability: number): boolean {
	return commits.length === 1 && probability >= 1 - usualError;
}

/** Of a flaky test, the outcomes are more often misleading than the kinds of flakiness that are considered. */
function maxErrorOf({ isFlaky }: CulpritRequest): number {
	return isFlaky ? usualError / 2 : usualError;
}
