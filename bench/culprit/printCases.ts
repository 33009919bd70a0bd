import { randomNumbers } from '../../test/support/randomNumbers';
import { median } from '../history/median';
import type { SavedCase } from './savedCase';
import { type SimulatedCase, simulatedCase, simulatedSearch } from './simulate';

/** Prints what the executed cases found, and searches with simulated oracles on their ranges. */
export function printCases(cases: readonly SavedCase[], nSearches: number): void {
	printExecuted(cases);
	const simulated = cases.flatMap(each => simulatedCase(each) ?? []);
	if (simulated.length === 0) {
		return;
	}
	console.log(`\nSimulated oracles on the ranges of ${simulated.length} cases, with the lines that were recorded`);
	printNoise(simulated, { noise: 0, isFlaky: false }, 1);
	for (const isFlaky of [false, true]) {
		for (const noise of [0.1, 0.3]) {
			printNoise(simulated, { noise, isFlaky }, nSearches);
		}
	}
}

function printExecuted(cases: readonly SavedCase[]): void {
	const executed = cases.filter(({ report }) => report !== undefined);
	const count = (is: (each: SavedCase) => boolean) => executed.filter(is).length;
	const names = (each: SavedCase) => each.report?.kind === 'found' && each.report.commits[0]?.id === each.culprit;
	const among = (each: SavedCase) =>
		each.report?.kind === 'several' && each.report.commits.some(({ id }) => id === each.culprit);
	console.log(`${cases.length} cases, ${executed.length} executed`);
	console.log(`  the named commit is found: ${count(names)}`);
	console.log(`  it is among several: ${count(among)}`);
	console.log(
		`  it is named as the first one where it fails as now, while its parent cannot be judged: ${count(isEdge)}`,
	);
	console.log(`  another one is found: ${count(each => each.report?.kind === 'found' && !names(each))}`);
	console.log(`  no answer: ${count(each => !names(each) && !among(each) && each.report?.kind !== 'found')}`);
	for (const each of executed.filter(other => !names(other))) {
		console.log(
			`    ${each.fix.slice(0, 10)} ${each.report?.kind}, of ${each.report?.commits.length}: ${each.report?.notes.join(' ').slice(0, 300)}`,
		);
	}
	const right = executed.filter(names);
	const runs = right.map(({ report }) => report?.nRuns ?? 0);
	const ratios = right.map(({ report, nBisectRuns = 1 }) => (report?.nRuns ?? 0) / nBisectRuns);
	console.log(`  runs, with those at the newest and the good commit: median ${median(runs)}`);
	console.log(`  runs of git bisect run: median ${median(right.map(({ nBisectRuns = 0 }) => nBisectRuns))}`);
	console.log(`  ratio: median ${median(ratios).toFixed(2)}`);
	console.log(`  ratio without those two: median ${median(right.map(searchRatio)).toFixed(2)}`);
}

function isEdge({ report, culprit }: SavedCase): boolean {
	const start = `It fails as it does now at ${culprit.slice(0, 10)},`;
	return report?.kind !== 'found' && report?.notes.some(note => note.startsWith(start)) === true;
}

/** `git bisect run` is given a good and a bad commit, and does not run the test there. */
function searchRatio({ report, listed, good, nBisectRuns = 1 }: SavedCase): number {
	const ends = [good, listed?.[0]?.id];
	const runs = report?.runs.filter(({ commit, isKept }) => !isKept && !ends.includes(commit)) ?? [];
	return runs.length / nBisectRuns;
}

function printNoise(
	cases: readonly SimulatedCase[],
	noise: Parameters<typeof simulatedSearch>[1],
	nSearches: number,
): void {
	const next = randomNumbers(20261129);
	const random = () => next(1_000_000) / 1_000_000;
	const searches = cases.flatMap(each =>
		Array.from({ length: nSearches }, () => ({ ...simulatedSearch(each, noise, random), each })),
	);
	const share = (result: string) =>
		`${((100 * searches.filter(each => each.result === result).length) / searches.length).toFixed(1)} %`;
	const ratio = median(searches.map(({ nRuns, each }) => nRuns / each.nBisectRuns));
	console.log(
		`  ${noise.noise * 100} % wrong outcomes${noise.isFlaky ? ', --flaky' : ''}: ${searches.length} searches, wrong ${share('wrong')}, unsure ${share('unsure')}, runs median ${median(searches.map(({ nRuns }) => nRuns))}, ratio to git bisect run ${ratio.toFixed(2)}`,
	);
}
