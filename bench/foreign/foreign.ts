import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { calibrate } from './calibrate';
import { benchIssues, collect, pairIssues, readLocated } from './collect';
import { everydayWords } from './everydayWords';
import { learnBelonging } from './learnBelonging';
import { report } from './report';

/** How often something is called likely that is not there. README.md has the steps. */
const usage = `npm run bench -- foreign --collect issues --bench DIR --repos DIR --output FILE
npm run bench -- foreign --collect train|choose|test --repos DIR --output FILE --only OWNER/NAME... [--most N]
npm run bench -- foreign --learn FILE
npm run bench -- foreign --report FILE
npm run bench -- foreign --calibrate DIR
npm run bench -- foreign --words --repos DIR --only OWNER/NAME... [--most N]
  --collect  locates issues in their own workspace and in wrong ones, and texts about no bug; what is in FILE is kept
  --most     the most pairs of one repository (20)
  --learn    prints the weights of the signals (rankingWeights.json, "belonging")
  --words    prints the words that reports of most of the repositories have
  --calibrate  prints the scale of likelihoods for reports (rankingWeights.json, "reports"), from an evaluation in DIR
  --report   how often a first location is called likely, and how often that is right`;

const { values } = parseArgs({
	options: {
		collect: { type: 'string' },
		bench: { type: 'string' },
		repos: { type: 'string' },
		output: { type: 'string' },
		only: { type: 'string', multiple: true, default: [] },
		most: { type: 'string', default: '20' },
		learn: { type: 'string' },
		report: { type: 'string' },
		calibrate: { type: 'string' },
		words: { type: 'boolean', default: false },
	},
});

void main();

async function main(): Promise<void> {
	const { bench, repos, output, only, learn } = values;
	const part = (['train', 'choose', 'test'] as const).find(each => each === values.collect);
	if (values.collect === 'issues' && bench !== undefined && repos !== undefined && output !== undefined) {
		await collect(benchIssues(bench, resolve(repos)), resolve(repos), output);
	} else if (part !== undefined && repos !== undefined && output !== undefined) {
		const pairs = join(process.cwd(), 'bench', 'pairs');
		const most = Number(values.most);
		await collect(await pairIssues(part, { pairs, repos: resolve(repos), most, only }), resolve(repos), output);
	} else if (values.words && repos !== undefined) {
		const pairs = join(process.cwd(), 'bench', 'pairs');
		const known = await pairIssues('train', { pairs, repos: resolve(repos), most: Number(values.most), only });
		console.log(everydayWords(known).join(' '));
	} else if (learn !== undefined) {
		console.log(JSON.stringify(learnBelonging(readLocated(learn))));
	} else if (values.calibrate !== undefined) {
		calibrate(values.calibrate);
	} else if (values.report !== undefined) {
		report(readLocated(values.report));
	} else {
		console.error(usage);
		process.exitCode = 2;
	}
}
