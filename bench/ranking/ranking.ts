import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rankingWeights, withHistory } from '../../src/localizer/pure/additive/rankingWeights';
import { parts } from '../mine/pair';
import { ablate } from './ablate';
import { collectIssues } from './collectIssues';
import { collectPairs } from './collectPairs';
import { outcomeOf } from './crossValidation';
import type { LearnOptions } from './learn';
import { learnOptions } from './learnOptions';
import { readTables } from './trainingSet';
import { printOutcomes, validate, validateHistory } from './validate';
import { learnHistoryWeights, learnWeights, writeWeights } from './writeWeights';

/** Learns how much each feature of the embedded localizer counts. README.md has the steps. */
const usage = `npm run bench -- ranking --collect train|choose|test --repos DIR --output DIR [--history] [--only OWNER/NAME]... [--most N] [--shuffled]
npm run bench -- ranking --issues FILE --repos DIR --output DIR
npm run bench -- ranking --reports FILE --repos DIR --output DIR [--most N]
npm run bench -- ranking --learn DIR --choose DIR [--history] [--output FILE]
npm run bench -- ranking --score DIR [--history]
npm run bench -- ranking --validate DIR [--history] [--without FEATURE] [--from DIR]
npm run bench -- ranking --ablate DIR [--most N]
  --collect   locates the pairs of a part, and keeps the features of their candidates
  --issues    the same for issues of a benchmark, as faultline eval reads them: for the half whose misses may be read
  --reports   the same for reports of users, as userReports makes them: for all whose fix changes 1 to 8 functions
  --repos     a clone or bare git directory of each repository, with its whole history, named OWNER__NAME
  --output    the folder of the features; what is there already is not collected again. Or the file of the weights
  --only      these repositories only
  --most      the most pairs of one repository; with --ablate, the number to learn from
  --learn     the features to learn from
  --history   what the history of the code counts besides the shipped weights without it
  --choose    the features by which the likelihood of a score is measured
  --score     ranks collected issues by the shipped weights
  --validate  learns from three parts of the repositories what ranks the fourth
  --ablate    what is lost without each group of features
  --without   a pattern: these features are left out
  --shuffled  each pair gets the text of another one of its repository
  --from      learns from these features instead: from shuffled ones, the rest must not be ranked better than by the fusion`;

const { values: options } = parseArgs({
	options: {
		collect: { type: 'string' },
		repos: { type: 'string' },
		issues: { type: 'string' },
		reports: { type: 'string' },
		output: { type: 'string' },
		only: { type: 'string', multiple: true, default: [] },
		most: { type: 'string', default: '1000' },
		learn: { type: 'string' },
		choose: { type: 'string' },
		validate: { type: 'string' },
		ablate: { type: 'string' },
		score: { type: 'string' },
		without: { type: 'string', default: '^$' },
		from: { type: 'string' },
		shuffled: { type: 'boolean', default: false },
		history: { type: 'boolean', default: false },
	},
});

const shipped = 'src/localizer/pure/additive/rankingWeights.json';

void main();

async function main(): Promise<void> {
	const { collect, repos, issues, reports, output, only, most, learn, choose, without, from } = options;
	const part = parts.find(each => each === collect);
	const left = new RegExp(without);
	const learning: LearnOptions = {
		...learnOptions,
		isUsed: name => !left.test(name),
	};
	if (learn !== undefined && choose !== undefined) {
		const [train, chosen] = [readTables(learn), readTables(choose)];
		const weights = options.history
			? { ...rankingWeights, history: learnHistoryWeights(train, chosen, learning, rankingWeights) }
			: { ...rankingWeights, ...learnWeights(train, chosen, learning) };
		writeWeights(output ?? shipped, weights);
	} else if (options.score !== undefined) {
		const weights = options.history ? withHistory(rankingWeights) : rankingWeights;
		printOutcomes(readTables(options.score).map(tables => outcomeOf(tables, weights)));
	} else if (options.ablate !== undefined) {
		ablate(readTables(options.ablate), learning, Number(most));
	} else if (options.validate !== undefined && options.history) {
		validateHistory(readTables(options.validate), learning, rankingWeights);
	} else if (options.validate !== undefined) {
		validate(readTables(options.validate), learning, from === undefined ? undefined : readTables(from));
	} else if (issues !== undefined && repos !== undefined && output !== undefined) {
		await collectIssues({ file: resolve(issues), repos: resolve(repos), output: resolve(output) });
	} else if (reports !== undefined && repos !== undefined && output !== undefined) {
		const request = { file: resolve(reports), repos: resolve(repos), output: resolve(output) };
		await collectIssues({ ...request, most: Number(most), hasFunctions: true });
	} else if (part !== undefined && repos !== undefined && output !== undefined) {
		const pairs = join(process.cwd(), 'bench', 'pairs');
		const isShuffled = options.shuffled;
		await collectPairs({
			repos: resolve(repos),
			part,
			pairs,
			only,
			most: Number(most),
			output: resolve(output),
			isShuffled,
			indexesHistory: options.history,
		});
	} else {
		console.error(usage);
		process.exitCode = 2;
	}
}
