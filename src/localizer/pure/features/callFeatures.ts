import { type CallLink, scoresOfNeighbors } from '../../../testing/pure/traces/callLinks';
import type { FeatureGround } from '../ranking/featureGround';
import { functionsFound } from '../ranking/foundEvidence';
import { scaled } from '../ranking/rankFusion';
import type { FeatureTable } from './featureTable';

/** Adds how suspicious the callees and callers of a function are, as far as calls were followed. */
export function addCallFeatures(features: FeatureTable, ground: FeatureGround): void {
	const { model, links, evidence } = ground;
	const suspicious = scaled(ground.scores.functions);
	const empty = () => new Float64Array(suspicious.length);
	const found = { callers: empty(), callees: empty(), nCallers: empty(), nCallees: empty() };
	for (const { caller, callee, share } of links) {
		found.callers[callee] = Math.max(found.callers[callee] ?? 0, (suspicious[caller] ?? 0) * share);
		found.callees[caller] = Math.max(found.callees[caller] ?? 0, (suspicious[callee] ?? 0) * share);
		found.nCallers[callee] = (found.nCallers[callee] ?? 0) + 1;
		found.nCallees[caller] = (found.nCallees[caller] ?? 0) + 1;
	}
	const orNothing = (value: number | undefined) => (value === 0 ? undefined : value);
	features.add('calls: best caller', at => orNothing(found.callers[at]));
	features.add('calls: best callee', at => orNothing(found.callees[at]));
	features.add('calls: callers', at => Math.log2(1 + (found.nCallers[at] ?? 0)));
	features.add('calls: callees', at => Math.log2(1 + (found.nCallees[at] ?? 0)));
	const known = new Set(functionsFound(model, evidence));
	features.add('calls: found callers', at => countOf(links, link => link.callee === at && known.has(link.caller)));
	features.add('calls: found callees', at => countOf(links, link => link.caller === at && known.has(link.callee)));
	const near = scoresOfNeighbors(links, suspicious);
	const far = scaled(scoresOfNeighbors(links, scaled(near)));
	features.add('calls: two calls away', at => orNothing(far[at]));
}

/** Undefined if there is none. */
function countOf(links: readonly CallLink[], isCounted: (link: CallLink) => boolean): number | undefined {
	const n = links.filter(isCounted).length;
	return n === 0 ? undefined : Math.log2(1 + n);
}
