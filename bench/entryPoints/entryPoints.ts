import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { groupBy } from '../support/groupBy';
import { readPackages } from './benchPackage';
import { readCases } from './entryPointCase';
import { locateCases } from './locateCases';
import { printCases, printTables } from './placeReport';
import { runCommand } from './runCommand';

const usage = `Measures which place the function at fault has, given only what a failing program printed.
    npm run bench -- entryPoints --packages DIR [--only LANGUAGE|PACKAGE|RUNNER|CASE] [--held-out] [--elsewhere]
        [--against CLI.js] [--jobs N] [--list]`;

void main();

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			packages: { type: 'string' },
			only: { type: 'string' },
			'held-out': { type: 'boolean', default: false },
			elsewhere: { type: 'boolean', default: false },
			against: { type: 'string' },
			jobs: { type: 'string', default: '2' },
			list: { type: 'boolean', default: false },
		},
	});
	const { packages: archives, only, against, jobs, elsewhere } = values;
	const isHeldOut = values['held-out'];
	if (archives === undefined || (isHeldOut && values.list)) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const entryPointsFolder = join(process.cwd(), 'bench', 'entryPoints');
	const packages = readPackages(entryPointsFolder);
	const cases = packages.flatMap(({ id }) => {
		const path = join(entryPointsFolder, 'cases', isHeldOut ? 'heldOut' : 'tuning', `${id}.jsonl`);
		return existsSync(path) ? readCases(path) : [];
	});
	const selected = cases.filter(
		each => only === undefined || [each.language, each.package, each.runner, each.id].includes(only),
	);
	const request = {
		...{ packages, cases: selected, archives: resolve(archives), entryPointsFolder, nJobs: Number(jobs) },
		isElsewhere: elsewhere,
		builds: [builtCli(), ...(against === undefined ? [] : [against])].map(cli => resolve(cli)),
	};
	const located = await locateCases(request);
	if (values.list) {
		printCases(located);
	}
	for (const [build, results] of groupBy(located, each => each.build)) {
		console.log(`\n${build}`);
		printTables(results);
	}
}

function builtCli(): string {
	runCommand([process.execPath, 'esbuild.config.mjs']);
	return join('dist', 'cli.js');
}
