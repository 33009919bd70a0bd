import type { CommitGraph } from './commitGraph';
import type { Flakiness } from './flakiness';

/** How the test ended at a commit. `skipped`: it could not be run there, or failed in another way. */
export type CommitOutcome = 'passed' | 'failed' | 'skipped';

/** The probability of an outcome in both cases. */
export interface Likelihoods {
	/** That the test fails, at a commit with the bug. */
	readonly failsIfBad: number;
	/** That it fails, at a commit without it. */
	readonly failsIfGood: number;
}

/**
 * What is believed about each commit of a graph: the probability that it is the first with the bug, over all kinds of
 * flakiness at once. One more hypothesis is that the bug is older than all of them.
 */
export class CulpritPosterior {
	/** By kind of flakiness, then by commit; the last one is for "older than all". They add up to 1. */
	private readonly weights: readonly Float64Array[];

	/** `prior`: by commit, any unit; `older`: for a bug that is older than all, in the same unit. */
	constructor(
		private readonly graph: CommitGraph,
		private readonly grid: readonly Flakiness[],
		prior: readonly number[],
		older: number,
	) {
		const total = prior.reduce((sum, each) => sum + each, older);
		this.weights = grid.map(({ prior: share }) => Float64Array.from([...prior, older], each => (share * each) / total));
	}

	/** The probability of each commit to be the first with the bug; one more for "older than all". */
	probabilities(): Float64Array {
		const sums = new Float64Array(this.graph.size + 1);
		for (const weights of this.weights) {
			for (const [at, each] of weights.entries()) {
				sums[at] = (sums[at] ?? 0) + each;
			}
		}
		return sums;
	}

	/** `ancestors`: of the tested commit, as `CommitGraph.ancestorsOf` returns them. */
	observe(ancestors: Uint8Array, outcome: Exclude<CommitOutcome, 'skipped'>): void {
		let total = 0;
		for (const [kind, weights] of this.weights.entries()) {
			const { falsePass = 0, falseFail = 0 } = this.grid[kind] ?? {};
			const ifBad = outcome === 'failed' ? 1 - falsePass : falsePass;
			const ifGood = outcome === 'failed' ? falseFail : 1 - falseFail;
			for (const [at, each] of weights.entries()) {
				const isBad = at === this.graph.size || ancestors[at] === 1;
				const now = each * (isBad ? ifBad : ifGood);
				weights[at] = now;
				total += now;
			}
		}
		for (const weights of this.weights) {
			for (const [at, each] of weights.entries()) {
				weights[at] = each / total;
			}
		}
	}

	/** Over all kinds of flakiness, as likely as they are now. */
	likelihoods(): Likelihoods {
		let [failsIfBad, failsIfGood] = [0, 0];
		for (const [kind, weights] of this.weights.entries()) {
			const share = weights.reduce((sum, each) => sum + each, 0);
			const { falsePass = 0, falseFail = 0 } = this.grid[kind] ?? {};
			failsIfBad += share * (1 - falsePass);
			failsIfGood += share * falseFail;
		}
		return { failsIfBad, failsIfGood };
	}
}
