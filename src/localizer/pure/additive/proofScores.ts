import type { FeatureGround } from '../ranking/featureGround';
import { fusedPart, placesIn } from '../ranking/rankFusion';

/** The additions of executions and traces to the score of each candidate, in units of log-odds. */
export interface ProofScores {
	readonly name: string;
	readonly scores: Float64Array;
}

/**
 * The first function in a ranking of executed code gains the best candidate's lead over the one at a place, times a
 * factor.
 */
const lead = { place: 100, factor: 1.5, least: 1 };
/** Lead between two functions that always come first. */
const firstLead = 0.7;

/** Lead of the function in which an error arose over its callers. */
const raisedLead = 0.1;

/** `sums`: the scores of the candidates without proofs. */
export function proofScores(
	{ proofs, first, framed }: Pick<FeatureGround, 'proofs' | 'first' | 'framed'>,
	positions: readonly number[],
	sums: Float64Array,
): ProofScores[] {
	const gained = Math.max(lead.least, lead.factor * leadOf(sums));
	const lists = proofs.map(list => {
		const most = gained * (list.weight ?? 1);
		const { ranks } = placesIn(list, positions);
		return { name: list.name, scores: ranks.map(rank => (Number.isNaN(rank) ? 0 : most * fusedPart(rank))) };
	});
	const all = summed(sums, lists);
	return [
		...lists,
		...(first.length > 0 ? [firstScores(first, positions, all)] : raisedScores(framed, positions, all)),
	];
}

/** The scores with the additions of the proofs. */
export function summed(sums: Float64Array, proofs: readonly ProofScores[]): Float64Array {
	return sums.map((sum, row) => proofs.reduce((total, { scores }) => total + (scores[row] ?? 0), sum));
}

function leadOf(sums: Float64Array): number {
	const order = sums.toSorted().reverse();
	return (order[0] ?? 0) - (order[Math.min(order.length - 1, lead.place)] ?? 0);
}

/** Raises some functions above all others, in their order. */
function firstScores(first: readonly number[], positions: readonly number[], sums: Float64Array): ProofScores {
	const best = sums.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
	const scores = new Float64Array(positions.length);
	for (const [rank, at] of first.entries()) {
		const row = positions.indexOf(at);
		if (row >= 0) {
			scores[row] = best - (sums[row] ?? 0) + firstLead * (first.length - rank);
		}
	}
	return { name: 'frames of the trace first', scores };
}

/**
 * Raises the function in which an error arose above its callers: the words and names of these are in the issue since
 * they are in its trace.
 */
function raisedScores(framed: readonly number[], positions: readonly number[], sums: Float64Array): ProofScores[] {
	const [row = -1, ...callers] = framed.map(at => positions.indexOf(at)).filter(each => each >= 0);
	const best = Math.max(...callers.map(caller => sums[caller] ?? 0));
	const scores = new Float64Array(positions.length);
	scores[row] = best + raisedLead - (sums[row] ?? 0);
	return (scores[row] ?? 0) > 0 ? [{ name: 'order of the trace', scores }] : [];
}
