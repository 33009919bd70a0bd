import type { Ranking } from '../../src/core/model/location';
import { groupBy } from '../support/groupBy';
import { measures, type View } from './accuracy';
import type { Gold } from './gold';
import type { IssueResult } from './results';

export interface ScoredIssue {
	readonly result: IssueResult;
	readonly gold: Gold;
}

/** Prints accuracies in per cent: of all issues in both views, beside the baseline, then project by project. */
export function printReport(issues: readonly ScoredIssue[]): void {
	console.log(
		`${issues.length} issues, Acc@k in %\n${row(
			'',
			measures.map(({ name }) => name),
		)}`,
	);
	for (const view of ['plain', 'locagent'] as const) {
		const title = view === 'plain' ? 'unchanged gold functions' : "LocAgent's rules (a constructor is its class)";
		console.log(`\n${title}`);
		printBoth('', issues, view);
	}
	console.log('\nby project, unchanged gold functions');
	for (const [project, group] of groupBy(issues, ({ gold }) => gold.repo)) {
		printBoth(`${project} (${group.length}) `, group, 'plain');
	}
	const times = issues.map(({ result }) => result.ms).sort((a, b) => a - b);
	console.log(`\nlocate, workspace indexed: median ${times[times.length >> 1]} ms, longest ${times.at(-1)} ms`);
}

/** For each issue whose file is not first or whose functions are not among the first ten: ranks and the first results. */
export function printMisses(issues: readonly ScoredIssue[]): void {
	for (const { result, gold } of issues) {
		const { files, functions } = result.located;
		const fileRanks = gold.files.map(file => files.indexOf(file) + 1);
		const functionRanks = gold.functions.map(name => functions.indexOf(name) + 1);
		if ([...fileRanks].some(rank => rank !== 1) || functionRanks.some(rank => rank === 0 || rank > 10)) {
			console.log(`${result.id}`);
			console.log(`    files ${pairs(gold.files, fileRanks)}; first: ${files.slice(0, 3).join(', ')}`);
			console.log(`    functions ${pairs(gold.functions, functionRanks)}; first: ${functions.slice(0, 3).join(', ')}`);
		}
	}
}

function printBoth(title: string, issues: readonly ScoredIssue[], view: View): void {
	console.log(
		row(
			`${title}locate`,
			accuracies(issues, view, ({ located }) => located),
		),
	);
	console.log(
		row(
			`${title}BM25`,
			accuracies(issues, view, ({ baseline }) => baseline),
		),
	);
}

function accuracies(issues: readonly ScoredIssue[], view: View, of: (result: IssueResult) => Ranking): string[] {
	return measures.map(({ hit }) => {
		const hits = issues.flatMap(({ result, gold }) => hit(of(result), gold, view) ?? []);
		const share = (100 * hits.filter(Boolean).length) / hits.length;
		return hits.length === 0 ? '-' : share.toFixed(1);
	});
}

function row(title: string, cells: readonly string[]): string {
	return title.padEnd(42) + cells.map(cell => cell.padStart(12)).join('');
}

/** Rank 0 is not ranked at all. */
function pairs(names: readonly string[], ranks: readonly number[]): string {
	return names.map((name, at) => `${name} (${ranks[at] || 'not ranked'})`).join(', ');
}
