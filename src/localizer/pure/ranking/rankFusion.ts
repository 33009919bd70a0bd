/** One ranking: a score by position, 0 or less if it has none. */
export interface ScoredList {
	readonly name: string;
	readonly scores: Float64Array;
	/** It counts like so many lists; 1 if absent. */
	readonly weight?: number;
	/** Of each position the place of its score in `scores`, if several share one; absent: each has its own. */
	readonly scoreOf?: Uint32Array;
}

/** Dampens the lead of the first ranks; the value from the paper. */
const rankOffset = 60;

/**
 * Merges rankings by their ranks only (reciprocal rank fusion, Cormack, Clarke and Buettcher 2009): scores of different
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
		const { sums } = this;
		for (const list of lists) {
			const shareOf = rankShares(list);
			if (shareOf === undefined) {
				continue;
			}
			const { weight = 1, scoreOf } = list;
			this.nLists += weight;
			for (let position = 0; position < sums.length; position++) {
				sums[position] = (sums[position] ?? 0) + (shareOf[scoreOf?.[position] ?? position] ?? 0);
			}
		}
	}

	/** 0..1 by position: 1 means first in every non-empty list. */
	scores(): Float64Array {
		const best = Math.max(1, this.nLists) / (rankOffset + 1);
		return this.sums.map(sum => sum / best);
	}
}

/** The addition of a list to a sum for each of its scores, by their ranks; undefined if it ranks nothing. */
function rankShares({ scores, weight = 1, scoreOf }: ScoredList): Float64Array | undefined {
	const ranks = new ScoreRanks(scores, scoreOf);
	if (ranks.nListed === 0) {
		return undefined;
	}
	const shares = ranks.ends.map((end, at) => weight / (rankOffset + ((ranks.ends[at - 1] ?? 0) + 1 + end) / 2));
	return scores.map(score => (score > 0 ? (shares[ranks.find(score)] ?? 0) : 0));
}

/** The addition of a rank, from 1, to a fused score, as a share of the first one's. */
export function fusedPart(rank: number): number {
	return (rankOffset + 1) / (rankOffset + rank);
}

/** The places of some positions in a list; NaN if it does not have them. */
export interface ListPlaces {
	readonly name: string;
	/** From 1, the mean of equal ones. */
	readonly ranks: Float64Array;
	/** The share of the best score, 0..1. */
	readonly shares: Float64Array;
}

/** The places of some positions in a list. */
export function placesIn({ name, scores, scoreOf }: ScoredList, positions: readonly number[]): ListPlaces {
	const [ranks, shares] = [new Float64Array(positions.length), new Float64Array(positions.length)];
	const found = new ScoreRanks(scores, scoreOf);
	const best = scores.reduce((most, score) => Math.max(most, score), 0);
	for (const [each, position] of positions.entries()) {
		const score = scores[scoreOf?.[position] ?? position] ?? 0;
		const isListed = score > 0;
		ranks[each] = isListed ? found.rankOf(score) : Number.NaN;
		shares[each] = isListed ? score / best : Number.NaN;
	}
	return { name, ranks, shares };
}

/** So many positions more than are wanted are collected before the best of them are taken. */
const spare = 1000;

/** The positions of the best scores above 0, at most `limit`, by descending score; equal scores in the order of positions. */
export function bestFirst(scores: Float64Array, limit: number): number[] {
	let listed: number[] = [];
	// Sorting keeps the order of equal ones.
	const best = () => listed.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, limit);
	let least = 0;
	for (let position = 0; position < scores.length; position++) {
		if ((scores[position] ?? 0) > least) {
			listed.push(position);
			if (listed.length >= 2 * limit + spare) {
				listed = best();
				least = scores[listed.at(-1) ?? -1] ?? 0;
			}
		}
	}
	return best();
}

const mostBuckets = 1 << 16;

/**
 * The different scores above 0, best first: sorting only numbers is several times as fast as sorting their positions.
 */
class ScoreRanks {
	/** How many positions have each of them, or a better one. */
	readonly ends: Float64Array;
	private readonly values: Float64Array;
	/** How many of the values are in each of equal parts of the range from 0 to the best, or in a part above it. */
	private readonly buckets: Uint32Array;

	/** `scoreOf` as in `ScoredList`. */
	constructor(scores: Float64Array, scoreOf?: Uint32Array) {
		const sorted = positive(scores).sort().reverse();
		this.values = sorted.filter((value, at) => value !== sorted[at - 1]);
		this.buckets = new Uint32Array(Math.min(mostBuckets, this.values.length) + 1);
		for (let at = 0; at < this.values.length; at++) {
			this.buckets[this.bucketOf(this.values[at] ?? 0)] = at + 1;
		}
		for (let bucket = this.buckets.length - 2; bucket >= 0; bucket--) {
			this.buckets[bucket] = Math.max(this.buckets[bucket] ?? 0, this.buckets[bucket + 1] ?? 0);
		}
		this.ends = this.values.length === 0 ? new Float64Array() : this.countEnds(scores, scoreOf);
	}

	get nListed(): number {
		return this.ends.at(-1) ?? 0;
	}

	/** From 1, the mean of those with the same score. */
	rankOf(score: number): number {
		const at = this.find(score);
		return ((this.ends[at - 1] ?? 0) + 1 + (this.ends[at] ?? 0)) / 2;
	}

	/** The rank of a score, from 0. */
	find(score: number): number {
		const bucket = this.bucketOf(score);
		let [low, high] = [this.buckets[bucket + 1] ?? 0, (this.buckets[bucket] ?? 0) - 1];
		while (low < high) {
			const middle = (low + high) >>> 1;
			[low, high] = (this.values[middle] ?? 0) > score ? [middle + 1, high] : [low, middle];
		}
		return low;
	}

	/** Never lower for a better score. */
	private bucketOf(score: number): number {
		const nBuckets = this.buckets.length - 1;
		return Math.min(nBuckets - 1, Math.floor((score / (this.values[0] ?? 1)) * nBuckets));
	}

	private countEnds(scores: Float64Array, scoreOf: Uint32Array | undefined): Float64Array {
		const nEach = scoreOf && occurrences(scoreOf, scores.length);
		const ends = new Float64Array(this.values.length);
		for (let at = 0; at < scores.length; at++) {
			const score = scores[at] ?? 0;
			if (score > 0) {
				const rank = this.find(score);
				ends[rank] = (ends[rank] ?? 0) + (nEach?.[at] ?? 1);
			}
		}
		for (let rank = 1; rank < ends.length; rank++) {
			ends[rank] = (ends[rank] ?? 0) + (ends[rank - 1] ?? 0);
		}
		return ends;
	}
}

/** How often each number below `limit` occurs. */
function occurrences(numbers: Uint32Array, limit: number): Uint32Array {
	const counts = new Uint32Array(limit);
	for (let at = 0; at < numbers.length; at++) {
		const number = numbers[at] ?? 0;
		counts[number] = (counts[number] ?? 0) + 1;
	}
	return counts;
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

/** Scaled so that the best is 1; all 0 if nothing is above 0. */
export function scaled(scores: Float64Array): Float64Array {
	const most = scores.reduce((max, score) => Math.max(max, score), 0);
	return most === 0 ? new Float64Array(scores.length) : scores.map(score => Math.max(0, score) / most);
}
