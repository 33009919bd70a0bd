import { writeFileSync } from 'node:fs';
import { sharesOf } from '../../src/core/rank/additive/likelihood';
import type { RankingWeights } from '../../src/core/rank/additive/rankingWeights';
import { groupBy } from '../support/groupBy';
import { isotonicCurve, type Observation } from './isotonic';
import { type IssueTables, type LearnOptions, learnModels } from './learn';
import { rowScores } from './measure';

/** Learns from some pairs, and on others what a score means. */
export function learnWeights(
	train: readonly IssueTables[],
	choose: readonly IssueTables[],
	options: LearnOptions,
): RankingWeights {
	const { functions, files } = learnModels(train, options);
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
export function writeWeights(path: string, { functions, files, provenance, likelihood }: RankingWeights): void {
	const list = (features: RankingWeights['functions']) =>
		features.map(each => `\t\t${JSON.stringify(each)}`).join(',\n');
	writeFileSync(
		path,
		`{
	"provenance": ${JSON.stringify(provenance)},
	"functions": [
${list(functions)}
	],
	"files": [
${list(files)}
	],
	"likelihood": ${JSON.stringify(likelihood)}
}
`,
	);
}
