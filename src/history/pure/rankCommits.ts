import type { CommitQuery } from './commitQuery';
import type { CommitIndex, CommitLink, IndexedCommit, OpenSegment } from './index/commitIndex';
import type { Postings } from './index/commitSegment';
import { countOfLevel, type Field, fields, lengthsOfBytes, levels } from './index/segmentData';

export interface RankOptions {
	/** Only commits that are older than this one. */
	readonly before?: IndexedCommit | undefined;
	/** The greatest number; 1,000 unless given. */
	readonly nBest?: number;
}

export interface RankedCommit extends IndexedCommit {
	readonly score: number;
	/** The share of the query that it has, each term weighted by how rare it is; 0..1. */
	readonly coverage: number;
	/** A commit that fits the query and refers to this one. */
	readonly referredBy?: CommitLink;
}

/**
 * Weights of one occurrence in each field; tuned with the following values on half of Django's regressions
 * (bench/README.md).
 */
const weights: Readonly<Record<Field, number>> = { subject: 2, body: 1, paths: 4, lines: 0.5, heads: 0.5 };
/** BM25's `b` and `k1`. */
const [lengthNorm, saturation] = [0.4, 1.2];
/** The newest commit counts so many times more than one of long ago; half of that after a year. */
const recency = 2;
const yearSeconds = 365 * 24 * 3600;
/** The number of best commits whose references count, and the share of their score that the referenced commits get. */
const [nReferring, referenceShare] = [10, 0.4];
const usualBest = 1000;

/**
 * Ranks commits by BM25F (Robertson, Zaragoza and Taylor 2004) over messages, paths, changed lines and the functions
 * around them. Recent ones count more, and so do those to which good ones refer (`Fixes:`, `Regression in`). Best
 * first.
 */
export function rankCommits(index: CommitIndex, query: CommitQuery, options: RankOptions = {}): RankedCommit[] {
	const ranking = new Ranking(index, options.before);
	for (const [term, weight] of query.terms) {
		ranking.add(term, weight);
	}
	ranking.favorRecent();
	return ranking.best(options.nBest ?? usualBest);
}

/** Scores of the commits of one segment. */
interface SegmentScores extends OpenSegment {
	/** For each field the lengths, as bytes, and the weight of one occurrence for each. */
	readonly lengths: readonly Uint8Array[];
	readonly norms: readonly Float64Array[];
	readonly scores: Float64Array;
	readonly covered: Float32Array;
}

class Ranking {
	private readonly parts: readonly SegmentScores[];
	private nEligible = 0;
	private newest = 0;
	private totalWeight = 0;

	constructor(
		private readonly index: CommitIndex,
		before: IndexedCommit | undefined,
	) {
		const norms = fields.map(field => normsOf(index.meanLength(field)));
		this.parts = index.segments.map(({ segment, masks }, at) => ({
			segment,
			masks: before === undefined ? masks : masksBefore(index, at, before),
			lengths: fields.map(field => segment.lengthsOf(field)),
			norms,
			scores: new Float64Array(segment.nCommits),
			covered: new Float32Array(segment.nCommits),
		}));
		for (const { segment, masks } of this.parts) {
			for (let commit = 0; commit < masks.length; commit++) {
				if (masks[commit] !== 0) {
					this.nEligible++;
					this.newest = Math.max(this.newest, segment.times[commit] ?? 0);
				}
			}
		}
	}

	add(term: string, queryWeight: number): void {
		const found = this.parts.map(({ segment, masks }) => seenPostings(segment.postingsOf(term), masks));
		const nWith = found.reduce((sum, { n }) => sum + n, 0);
		const weight = queryWeight * Math.log(1 + (this.nEligible - nWith + 0.5) / (nWith + 0.5));
		this.totalWeight += weight;
		for (const [at, part] of this.parts.entries()) {
			addScores(part, found[at] ?? { n: 0, commits: new Uint32Array(), bytes: new Uint8Array() }, weight);
		}
	}

	favorRecent(): void {
		for (const { segment, scores } of this.parts) {
			for (let commit = 0; commit < scores.length; commit++) {
				const years = Math.max(0, this.newest - (segment.times[commit] ?? 0)) / yearSeconds;
				scores[commit] = (scores[commit] ?? 0) * (1 + recency / (1 + years));
			}
		}
	}

	best(nBest: number): RankedCommit[] {
		const ranked = highest(this.parts, nBest).map(each => this.ranked(each));
		const links = this.followed(ranked);
		const scores = new Map(links.map(({ commit, score }) => [keyOf(commit), score]));
		const linked = new Map(links.map(link => [keyOf(link.commit), link]));
		const known = new Set(ranked.map(keyOf));
		const added = links.filter(({ commit }) => !known.has(keyOf(commit))).map(({ commit }) => this.ranked(commit));
		return [...ranked, ...added]
			.map(each => {
				const link = linked.get(keyOf(each));
				return link === undefined
					? each
					: { ...each, score: each.score + (scores.get(keyOf(each)) ?? 0), referredBy: link.link };
			})
			.sort((a, b) => b.score - a.score || a.at - b.at || a.commit - b.commit)
			.slice(0, nBest);
	}

	private ranked({ at, commit }: IndexedCommit): RankedCommit {
		const { scores, covered } = this.parts[at] ?? {};
		const coverage = this.totalWeight === 0 ? 0 : (covered?.[commit] ?? 0) / this.totalWeight;
		return { at, commit, score: scores?.[commit] ?? 0, coverage };
	}

	/** Returns the commits to which the best ones refer, with the score they get for it. */
	private followed(ranked: readonly RankedCommit[]) {
		const found = new Map<string, { readonly commit: IndexedCommit; readonly link: CommitLink; score: number }>();
		let nFollowed = 0;
		for (const from of ranked) {
			if (nFollowed === nReferring) {
				break;
			}
			const targets = this.index.referencesOf(from).flatMap(({ kind, id }) => {
				const [target, ...others] = this.index.find(id);
				return target === undefined || others.length > 0 || !this.isEligible(target) ? [] : [{ kind, target }];
			});
			nFollowed += targets.length > 0 ? 1 : 0;
			for (const { kind, target } of targets) {
				const known = found.get(keyOf(target)) ?? { commit: target, link: { from, kind }, score: 0 };
				known.score += referenceShare * from.score;
				found.set(keyOf(target), known);
			}
		}
		return [...found.values()];
	}

	private isEligible({ at, commit }: IndexedCommit): boolean {
		return this.parts[at]?.masks[commit] !== 0;
	}
}

/** Returns the counting part of each posting; postings without one are left out. */
function seenPostings({ n, commits, bytes }: Postings, masks: Uint8Array): Postings {
	let nSeen = 0;
	for (let at = 0; at < n; at++) {
		const commit = commits[at] ?? 0;
		const seen = (bytes[at] ?? 0) & (masks[commit] ?? 0);
		if (seen !== 0) {
			commits[nSeen] = commit;
			bytes[nSeen] = seen;
			nSeen++;
		}
	}
	return { n: nSeen, commits, bytes };
}

function addScores(part: SegmentScores, { n, commits, bytes }: Postings, weight: number): void {
	const { scores, covered } = part;
	for (let at = 0; at < n; at++) {
		const commit = commits[at] ?? 0;
		const frequency = frequencyOf(bytes[at] ?? 0, commit, part);
		scores[commit] = (scores[commit] ?? 0) + (weight * frequency) / (frequency + saturation);
		covered[commit] = (covered[commit] ?? 0) + weight;
	}
}

function keyOf({ at, commit }: IndexedCommit): string {
	return `${at} ${commit}`;
}

function frequencyOf(byte: number, commit: number, { lengths, norms }: SegmentScores): number {
	const counts = weightedCounts[byte] ?? [];
	let frequency = 0;
	for (let field = 0; field < counts.length; field++) {
		const count = counts[field] ?? 0;
		if (count > 0) {
			frequency += count * (norms[field]?.[lengths[field]?.[commit] ?? 0] ?? 0);
		}
	}
	return frequency;
}

/** Of each byte of occurrences the weights of its fields. */
const weightedCounts: readonly (readonly number[])[] = Array.from({ length: 256 }, (_, byte) =>
	fields.map(field => weights[field] * (countOfLevel[levels[field](byte)] ?? 0)),
);

/** Returns the weight of one occurrence in a field, for each length as a byte. */
function normsOf(mean: number): Float64Array {
	return Float64Array.from(lengthsOfBytes, length =>
		mean === 0 ? 1 : 1 / (1 - lengthNorm + (lengthNorm * length) / mean),
	);
}

/** Returns the masks of one segment for commits older than a given one only. */
function masksBefore(index: CommitIndex, at: number, before: IndexedCommit): Uint8Array {
	const { segment, masks } = index.segments[at] ?? { masks: new Uint8Array() };
	const limit = index.timeOf(before);
	return masks.map((mask, commit) => {
		const time = segment?.times[commit] ?? 0;
		const isOlder = time < limit || (time === limit && at === before.at && commit > before.commit);
		return isOlder ? mask : 0;
	});
}

/** The commits with the highest scores above 0, in order. */
function highest(parts: readonly SegmentScores[], nBest: number): IndexedCommit[] {
	const least = leastOf(parts, nBest);
	const found: (IndexedCommit & { readonly score: number })[] = [];
	for (const [at, { scores }] of parts.entries()) {
		for (let commit = 0; commit < scores.length; commit++) {
			const score = scores[commit] ?? 0;
			if (score > 0 && score >= least) {
				found.push({ at, commit, score });
			}
		}
	}
	return found.sort((a, b) => b.score - a.score || a.at - b.at || a.commit - b.commit).slice(0, nBest);
}

/** Returns the lowest of the highest scores; sorting only numbers is many times faster than sorting commits. */
function leastOf(parts: readonly SegmentScores[], nBest: number): number {
	const all = new Float64Array(parts.reduce((sum, { scores }) => sum + scores.length, 0));
	let n = 0;
	for (const { scores } of parts) {
		for (const score of scores) {
			if (score > 0) {
				all[n++] = score;
			}
		}
	}
	return all.subarray(0, n).sort()[Math.max(0, n - nBest)] ?? 0;
}
