import { CommitGraph } from '../../src/history/pure/culprit/commitGraph';
import { culpritPrior } from '../../src/history/pure/culprit/culpritPrior';
import { CulpritSearch, usualError } from '../../src/history/pure/culprit/culpritSearch';
import type { SavedCase } from './savedCase';

/** The commits of a case, and how likely each is the culprit before anything is run. */
export interface SimulatedCase {
	readonly graph: CommitGraph;
	readonly prior: readonly number[];
	readonly culprit: number;
	readonly nBisectRuns: number;
}

export interface SimulatedNoise {
	/** How many of the outcomes are wrong, both ways: 0 to 1. */
	readonly noise: number;
	/** With the option --flaky. */
	readonly isFlaky: boolean;
}

export interface SimulatedSearch {
	readonly nRuns: number;
	readonly result: 'right' | 'wrong' | 'unsure';
}

export function simulatedCase(saved: SavedCase): SimulatedCase | undefined {
	const { listed, facts, culprit, nBisectRuns } = saved;
	if (listed === undefined || facts === undefined || nBisectRuns === undefined) {
		return undefined;
	}
	const graph = new CommitGraph(listed);
	const at = graph.numberOf(culprit);
	return at === undefined ? undefined : { graph, prior: [...culpritPrior(facts)].reverse(), culprit: at, nBisectRuns };
}

const mostRuns = 300;

/** Searches with an oracle that knows the culprit, and is wrong now and then. `random`: below 1. */
export function simulatedSearch(
	{ graph, prior, culprit }: SimulatedCase,
	{ noise, isFlaky }: SimulatedNoise,
	random: () => number,
): SimulatedSearch {
	const beliefs = isFlaky ? { flakyShare: 1, maxError: usualError / 2 } : {};
	const search = new CulpritSearch(graph, { prior, older: 0, ...beliefs });
	search.add(graph.size - 1, 'failed');
	let nRuns = 0;
	for (let next = search.next(); next !== undefined && nRuns < mostRuns; next = search.next()) {
		nRuns++;
		const isBad = graph.ancestorsOf(next)[culprit] === 1;
		search.add(next, isBad !== random() < noise ? 'failed' : 'passed');
	}
	const { commits, probability } = search.answer();
	const isSure = commits.length === 1 && probability >= 1 - usualError;
	return { nRuns, result: !isSure ? 'unsure' : commits[0] === culprit ? 'right' : 'wrong' };
}
