/** One ranking: a score by position, 0 or less where it has none. */
export interface ScoredList {
	readonly name: string;
	readonly scores: Float64Array;
	/** It counts like so many lists; 1 where absent. */
	readonly weight?: number;
}

/** Dampens the lead of the first ranks; the value from the paper. */
const rankOffset = 60;

/**
 * Merges rankings by their ranks alone (reciprocal rank fusion, Cormack, Clarke and Buettcher 2009): scores of different
 * kinds need not be comparable. Equal scores share the mean of their ranks.
 */
export class RankFusion {
	private readonly sums: Float64Array;
	private nLists: number;

	/** Continues from an earlier fusion, without changing it. */
	constructor(size: number, before?: RankFusion) {
		this.sums = before === undefined ? new Float64Array(size) : before.sums.slice();
		this.nLists = before?.nLists ?? 0;
	}

	add(lists: readonly ScoredList[]): void {
		for (const { scores, weight = 1 } of lists) {
			const listed = bestFirst(scores);
			this.nLists += listed.length === 0 ? 0 : weight;
			for (let from = 0; from < listed.length; ) {
				const end = tieEnd(scores, listed, from);
				const rank = (from + 1 + end) / 2;
				for (let at = from; at < end; at++) {
					const position = listed[at] ?? 0;
					this.sums[position] = (this.sums[position] ?? 0) + weight / (rankOffset + rank);
				}
				from = end;
			}
		}
	}

	/** 0..1 by position: 1 means first in every non-empty list. */
	scores(): Float64Array {
		const best = Math.max(1, this.nLists) / (rankOffset + 1);
		return this.sums.map(sum => sum / best);
	}
}

/** The positions with a score above 0, by descending score; equal scores in the order of positions. */
export function bestFirst(scores: Float64Array): number[] {
	const listed: number[] = [];
	for (const [at, score] of scores.entries()) {
		if (score > 0) {
			listed.push(at);
		}
	}
	return listed.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

/** Scaled so that the best is 1; all 0 where nothing is above 0. */
export function scaled(scores: Float64Array): Float64Array {
	const most = scores.reduce((max, score) => Math.max(max, score), 0);
	return most === 0 ? new Float64Array(scores.length) : scores.map(score => Math.max(0, score) / most);
}

/** Where the positions with the same score as the one at `from` end; exclusive. */
function tieEnd(scores: Float64Array, listed: readonly number[], from: number): number {
	let end = from + 1;
	while (end < listed.length && scores[listed[end] ?? 0] === scores[listed[from] ?? 0]) {
		end++;
	}
	return end;
}
