import { groupBy } from '../support/groupBy';
import { type IssueTables, type LearntModels, withFunctions } from './learn';
import { fileHits, functionHits, orderOf, rowScores } from './measure';
import type { IssueRows } from './trainingSet';

/** Whether what was fixed was among the first ones, for each measure, by the fusion and by what was learnt. */
export interface Outcome {
	readonly tables: IssueTables;
	readonly fusion: readonly boolean[];
	readonly learnt: readonly boolean[];
}

/** Each repository is ranked by what was learnt `from` the others, in so many parts. */
export function crossValidate(
	all: readonly IssueTables[],
	nFolds: number,
	learn: (some: readonly IssueTables[]) => LearntModels,
	from: readonly IssueTables[] = all,
): Outcome[] {
	const repos = [...groupBy(all, ({ files }) => files.issue.repo)]
		.sort(([, a], [, b]) => b.length - a.length)
		.map(([repo]) => repo);
	return Array.from({ length: nFolds }, (_, fold) => fold).flatMap(fold => {
		const isOut = ({ files }: IssueTables) => repos.indexOf(files.issue.repo) % nFolds === fold;
		const models = learn(from.filter(each => !isOut(each)));
		return all.filter(isOut).map(tables => outcomeOf(tables, models));
	});
}

export function outcomeOf(tables: IssueTables, models: LearntModels): Outcome {
	const { functions, files } = tables;
	const { issue } = files;
	const hits = (functionScores: Float64Array, fileScores: Float64Array) => [
		...fileHits(issue, orderOf(fileScores)),
		...functionHits(issue, orderOf(functionScores)),
	];
	const learntFiles = rowScores(models.files, withFunctions(tables, models.functions));
	return {
		tables,
		fusion: hits(fusionOf(functions), fusionOf(files)),
		learnt: hits(rowScores(models.functions, functions), learntFiles),
	};
}

function fusionOf({ columns }: IssueRows): Float64Array {
	return Float64Array.from(columns.get('fusion: share') ?? [], share => (Number.isNaN(share) ? 0 : share));
}
