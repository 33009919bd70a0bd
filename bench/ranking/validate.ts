import { groupBy } from '../support/groupBy';
import { crossValidate, type Outcome, outcomeOf } from './crossValidation';
import { bothModels, type IssueTables, type LearnOptions, type LearntModels, learnHistory, learnModels } from './learn';
import { measureNames } from './measure';

const nFolds = 4;

/** Prints Acc@k by the fusion and by what was learnt from other repositories. */
export function validate(all: readonly IssueTables[], options: LearnOptions, from = all): void {
	printOutcomes(crossValidate(all, nFolds, some => learnModels(some, options), from));
}

/** The same for what the history counts besides a model, which is the same for all repositories. */
export function validateHistory(all: readonly IssueTables[], options: LearnOptions, alone: LearntModels): void {
	const learn = (some: readonly IssueTables[]) => bothModels(alone, learnHistory(some, alone, options));
	printOutcomes(all.map(tables => outcomeOf(tables, alone)));
	printOutcomes(crossValidate(all, nFolds, learn));
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
