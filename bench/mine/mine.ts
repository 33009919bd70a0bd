import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkPairs } from './checkPairs';
import { type MineRequest, minePart } from './minePart';
import { pairsFile, parts } from './pair';

/** Makes pairs of a report and the functions that fixed it from the commits of public repositories. README.md has the rules. */
const usage = `npm run bench -- mine --repos DIR --part test|choose|train [--only OWNER/NAME] [--check] [--texts FILE]
  --repos  a clone or bare git directory of each repository, with its whole history, named OWNER__NAME
  --part   those before it must have been mined: no function of a pair is nearly equal to one of theirs
  --only   one repository of the part; nothing is written but the texts
  --check  makes the pairs in bench/pairs again, and says which differ; nothing is written but the texts
  --texts  writes the pairs with their texts as faultline eval reads them, outside of this repository`;

const { values: options } = parseArgs({
	options: {
		repos: { type: 'string' },
		part: { type: 'string' },
		only: { type: 'string' },
		check: { type: 'boolean', default: false },
		texts: { type: 'string' },
	},
});

const part = parts.find(each => each === options.part);
if (options.repos === undefined || part === undefined) {
	console.error(usage);
	process.exitCode = 2;
} else {
	void mine({
		...{ repos: resolve(options.repos), part, pairs: join(process.cwd(), 'bench', 'pairs') },
		...(options.only !== undefined && { only: options.only }),
		...(options.texts !== undefined && { texts: resolve(options.texts) }),
	});
}

async function mine(request: MineRequest): Promise<void> {
	if (!options.check) {
		await minePart(request);
		if (request.only === undefined) {
			console.log(`written: ${pairsFile(request.pairs, request.part)}`);
		}
	} else if ((await checkPairs(request)) > 0) {
		process.exitCode = 1;
	}
}
