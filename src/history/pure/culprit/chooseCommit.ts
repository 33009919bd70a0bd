import type { CommitGraph } from './commitGraph';
import type { Likelihoods } from './culpritPosterior';

export interface Choice {
	readonly commit: number;
	/** How much a run there is expected to tell about the culprit, in bits. */
	readonly bits: number;
}

export interface ChoiceState {
	/** Of each commit to be the first with the bug; one more for "older than all". */
	readonly probabilities: Float64Array;
	readonly likelihoods: Likelihoods;
	/** The ancestors of the commits where the test runs now. */
	readonly running: readonly Uint8Array[];
	/** How likely it is that nothing can be learned there; 1 for a commit that is not to be run. */
	readonly untestable: (commit: number) => number;
}

/**
 * The commit where a run is expected to tell the most about the culprit, given the ones that run now: it splits the
 * probability, not the number of commits. Of equally good ones, the newest. Undefined if none tells anything.
 */
export function chooseCommit(graph: CommitGraph, state: ChoiceState): Choice | undefined {
	const parts = partsOf(graph.size, state);
	const gains = new Float64Array(graph.size);
	for (const { weights, total, older } of parts) {
		if (total <= 0) {
			continue;
		}
		for (const [commit, sum] of graph.sums(weights).entries()) {
			gains[commit] = (gains[commit] ?? 0) + total * gainOf(Math.min(1, (sum + older) / total), state.likelihoods);
		}
	}
	let best: Choice | undefined;
	for (const [commit, gain] of gains.entries()) {
		const bits = gain * (1 - state.untestable(commit));
		if (bits > least && bits >= (best?.bits ?? 0) - rounding) {
			best = { commit, bits };
		}
	}
	return best;
}

const least = 1e-9;
const rounding = 1e-12;

interface Part {
	readonly weights: Float64Array;
	readonly total: number;
	readonly older: number;
}

/** Divides the probabilities by the outcomes that the running tests would have if they were reliable. */
function partsOf(nCommits: number, { probabilities, running }: ChoiceState): readonly Part[] {
	const all = 2 ** running.length - 1;
	const byOutcome = new Map<number, Float64Array>();
	for (const [commit, each] of probabilities.entries()) {
		const outcome =
			commit === nCommits ? all : running.reduce((bits, mask, at) => bits + (mask[commit] === 1 ? 2 ** at : 0), 0);
		const weights = byOutcome.get(outcome) ?? new Float64Array(nCommits + 1);
		byOutcome.set(outcome, weights);
		weights[commit] = each;
	}
	return [...byOutcome.values()].map(weights => ({
		weights,
		total: weights.reduce((sum, each) => sum + each, 0),
		older: weights[nCommits] ?? 0,
	}));
}

/** The mutual information between a run and whether the bug is there, which has the probability `bad`. */
function gainOf(bad: number, { failsIfBad, failsIfGood }: Likelihoods): number {
	const fails = bad * failsIfBad + (1 - bad) * failsIfGood;
	return Math.max(0, entropy(fails) - bad * entropy(failsIfBad) - (1 - bad) * entropy(failsIfGood));
}

function entropy(p: number): number {
	return p <= 0 || p >= 1 ? 0 : -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
}
