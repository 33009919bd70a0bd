/** How often a test misleads, as shares of its runs. */
export interface Flakiness {
	/** It passes though the bug is there. */
	readonly falsePass: number;
	/** It fails though the bug is not there. */
	readonly falseFail: number;
	/** How likely this is before anything was run. All of them add up to 1. */
	readonly prior: number;
}

/** Even a reliable test fails now and then because of the machine. */
const reliable = 0.002;
const rates = [reliable, 0.1, 0.2, 0.3, 0.4] as const;

/**
 * The kinds of flakiness that are considered. `flakyShare`: how likely it is that a test is flaky at all. It more often
 * misses the bug than it shows one that is not there.
 */
export function flakinessGrid(flakyShare: number): readonly Flakiness[] {
	const grid = rates.flatMap(falsePass =>
		rates.map(falseFail => ({ falsePass, falseFail, prior: isReliable(falsePass, falseFail) ? 1 - flakyShare : 1 })),
	);
	const nFlaky = grid.length - 1;
	return grid.map(each =>
		isReliable(each.falsePass, each.falseFail) ? each : { ...each, prior: flakyShare / nFlaky },
	);
}

function isReliable(falsePass: number, falseFail: number): boolean {
	return falsePass === reliable && falseFail === reliable;
}
