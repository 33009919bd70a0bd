import { writeFileSync } from 'node:fs';
import type { LearntWeights, RankingWeights } from '../../src/localizer/pure/additive/rankingWeights';
import { sharesOf } from '../../src/localizer/pure/features/likelihood';
import { groupBy } from '../support/groupBy';
import { isotonicCurve, type Observation } from './isotonic';
import { bothModels, type IssueTables, type LearnOptions, type LearntModels, learnHistory, learnModels } from './learn';
import { rowScores } from './measure';

/** Learns from some pairs, and on others what a score means. */
export function learnWeights(
	train: readonly IssueTables[],
	choose: readonly IssueTables[],
	options: LearnOptions,
): LearntWeights {
	return weightsOf(learnModels(train, options), train, choose);
}

/** The same for what the history of the code counts besides. */
export function learnHistoryWeights(
	train: readonly IssueTables[],
	choose: readonly IssueTables[],
	options: LearnOptions,
	alone: LearntModels,
): LearntWeights {
	const learnt = learnHistory(train, alone, options);
	return { ...weightsOf(bothModels(alone, learnt), train, choose), ...learnt };
}

function weightsOf(
	{ functions, files }: LearntModels,
	train: readonly IssueTables[],
	choose: readonly IssueTables[],
): LearntWeights {
	const observations = choose.flatMap(({ functions: rows }): Observation[] => {
		const fixed = new Set(rows.gold);
		return Array.from(sharesOf(rowScores(functions, rows)), (share, row) => ({ share, isFixed: fixed.has(row) }));
	});
	return {
		provenance: {
			what: 'Weights of features, learnt from fixes of public projects; no text and no code of theirs.',
			command: 'npm run bench -- ranking --learn (bench/README.md)',
			pairs: train.length,
			repositories: groupBy(train, ({ files: { issue } }) => issue.repo).size,
			likelihoodPairs: choose.length,
			likelihoodRepositories: groupBy(choose, ({ files: { issue } }) => issue.repo).size,
		},
		...{ functions, files },
		likelihood: isotonicCurve(observations),
	};
}

/** One line for each feature. */
export function writeWeights(path: string, { history, belonging, reports, ...alone }: RankingWeights): void {
	const about = `\t"belonging": ${JSON.stringify(belonging)},\n\t"reports": ${JSON.stringify(reports)}`;
	writeFileSync(path, `{\n${partsOf(alone, '\t')},\n${about},\n\t"history": {\n${partsOf(history, '\t\t')}\n\t}\n}\n`);
}

function partsOf({ functions, files, provenance, likelihood }: LearntWeights, indent: string): string {
	const list = (features: LearntWeights['functions']) =>
		`[\n${features.map(each => `${indent}\t${JSON.stringify(each)}`).join(',\n')}\n${indent}]`;
	return [
		`"provenance": ${JSON.stringify(provenance)}`,
		`"functions": ${list(functions)}`,
		`"files": ${list(files)}`,
		`"likelihood": ${JSON.stringify(likelihood)}`,
	]
		.map(part => `${indent}${part}`)
		.join(',\n');
}
