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
			const ranks = new ScoreRanks(scores);
			this.nLists += ranks.nListed === 0 ? 0 : weight;
			const shares = ranks.ends.map((end, at) => weight / (rankOffset + ((ranks.ends[at - 1] ?? 0) + 1 + end) / 2));
			for (let position = 0; position < scores.length; position++) {
				const score = scores[position] ?? 0;
				if (score > 0) {
					this.sums[position] = (this.sums[position] ?? 0) + (shares[ranks.find(score)] ?? 0);
				}
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
	const ranks = new ScoreRanks(scores);
	const next = ranks.ends.map((_, at) => ranks.ends[at - 1] ?? 0);
	const listed = new Array<number>(ranks.nListed);
	for (let position = 0; position < scores.length; position++) {
		const score = scores[position] ?? 0;
		if (score > 0) {
			const rank = ranks.find(score);
			listed[next[rank] ?? 0] = position;
			next[rank] = (next[rank] ?? 0) + 1;
		}
	}
	return listed;
}

/** The different scores above 0, best first: sorting numbers alone is several times as fast as sorting their positions. */
class ScoreRanks {
	/** How many positions have each of them, or a better one. */
	readonly ends: Float64Array;
	readonly nListed: number;
	private readonly values: Float64Array;

	constructor(scores: Float64Array) {
		const sorted = positive(scores).sort();
		this.nListed = sorted.length;
		const values = new Float64Array(sorted.length);
		const ends = new Float64Array(sorted.length);
		let n = 0;
		for (let at = sorted.length - 1; at >= 0; at--) {
			if (n === 0 || values[n - 1] !== sorted[at]) {
				values[n++] = sorted[at] ?? 0;
			}
			ends[n - 1] = sorted.length - at;
		}
		this.values = values.slice(0, n);
		this.ends = ends.slice(0, n);
	}

	/** The rank of a score, from 0. */
	find(score: number): number {
		let [low, high] = [0, this.values.length - 1];
		while (low < high) {
			const middle = (low + high) >>> 1;
			[low, high] = (this.values[middle] ?? 0) > score ? [middle + 1, high] : [low, middle];
		}
		return low;
	}
}

function positive(scores: Float64Array): Float64Array {
	const found = new Float64Array(scores.length);
	let n = 0;
	for (let at = 0; at < scores.length; at++) {
		const score = scores[at] ?? 0;
		if (score > 0) {
			found[n++] = score;
		}
	}
	return found.subarray(0, n);
}

/** Scaled so that the best is 1; all 0 where nothing is above 0. */
export function scaled(scores: Float64Array): Float64Array {
	const most = scores.reduce((max, score) => Math.max(max, score), 0);
	return most === 0 ? new Float64Array(scores.length) : scores.map(score => Math.max(0, score) / most);
}
