import { groupBy } from '../support/groupBy';
import { crossValidate, type Outcome } from './crossValidation';
import type { IssueTables, LearnOptions } from './learn';
import { measureNames } from './measure';

const nFolds = 4;

/** Prints Acc@k by the fusion and by what was learnt from other repositories. */
export function validate(all: readonly IssueTables[], options: LearnOptions, from = all): void {
	printOutcomes(crossValidate(all, nFolds, options, from));
}

export function printOutcomes(outcomes: readonly Outcome[]): void {
	console.log(`| | n | | ${measureNames.join(' | ')} |\n|${'---|'.repeat(measureNames.length + 3)}`);
	printRows('all', outcomes);
	for (const key of ['language', 'query'] as const) {
		for (const [group, some] of groupBy(outcomes, ({ tables }) => tables.files.issue[key])) {
			printRows(group, some);
		}
	}
	printRows(
		'not named',
		outcomes.filter(({ tables }) => !tables.files.issue.namesSymbol),
	);
}

function printRows(group: string, outcomes: readonly Outcome[]): void {
	for (const by of ['fusion', 'learnt'] as const) {
		const figures = measureNames.map((_, at) => {
			const n = outcomes.filter(outcome => outcome[by][at] === true).length;
			return ((100 * n) / outcomes.length).toFixed(1);
		});
		console.log(`| ${[group, outcomes.length, by, ...figures].join(' | ')} |`);
	}
}
