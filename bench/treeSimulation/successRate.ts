import { groupBy } from '../support/groupBy';
import type { SimulatedRun } from './simulatedRun';

/** By what a budget is counted, in whole units. */
export type CostOf = (run: SimulatedRun) => number;

/**
 * How likely a patch is proven within a budget, where runs follow each other until one proves a patch. Each is as one of
 * these runs, with the same probability; one that is not finished within the budget proves nothing.
 */
function successRate(runs: readonly SimulatedRun[], budget: number, costOf: CostOf): number {
	const kinds = [...groupBy(runs, run => `${run.isProven} ${costOf(run)}`).values()].flatMap(alike => {
		const [first] = alike;
		return first === undefined ? [] : [{ ...first, cost: costOf(first), share: alike.length / runs.length }];
	});
	const rates: number[] = [];
	for (let left = 0; left <= budget; left++) {
		const within = kinds.filter(({ cost }) => cost <= left);
		rates.push(
			within.reduce((sum, { share, cost, isProven }) => sum + share * (isProven ? 1 : (rates[left - cost] ?? 0)), 0),
		);
	}
	return rates[budget] ?? 0;
}

/** The runs of one bug, in both ways. */
export interface BugRuns {
	readonly bug: string;
	/** By seed. */
	readonly branching: readonly SimulatedRun[];
	/** Those of each seed, which belong to the one that branches. */
	readonly independent: readonly (readonly SimulatedRun[])[];
}

export interface Comparison {
	readonly branching: number;
	readonly independent: number;
	/** Of the first rate minus the other's: 95 % of the bootstrap samples are between. */
	readonly interval: readonly [low: number, high: number];
}

const nSamples = 500;

/** Mean success rates over the bugs. The intervals are of what other runs of the same bugs could show. */
export function compare(
	bugs: readonly BugRuns[],
	budget: number,
	{ costOf, random }: { readonly costOf: CostOf; readonly random: (limit: number) => number },
): Comparison {
	const rateOf = (runsOf: (bug: BugRuns) => readonly SimulatedRun[]) =>
		bugs.reduce((sum, bug) => sum + successRate(runsOf(bug), budget, costOf), 0) / bugs.length;
	const differences = Array.from({ length: nSamples }, () => {
		const seeds = new Map(bugs.map(bug => [bug, bug.branching.map(() => random(bug.branching.length))]));
		const drawn = <Item>(items: readonly Item[], bug: BugRuns) =>
			(seeds.get(bug) ?? []).flatMap(seed => items[seed] ?? []);
		return rateOf(bug => drawn(bug.branching, bug)) - rateOf(bug => drawn(bug.independent, bug).flat());
	}).sort((a, b) => a - b);
	const at = (share: number) => differences[Math.floor(share * (nSamples - 1))] ?? 0;
	return {
		branching: rateOf(({ branching }) => branching),
		independent: rateOf(({ independent }) => independent.flat()),
		interval: [at(0.025), at(0.975)],
	};
}
