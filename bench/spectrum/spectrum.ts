import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type LocatedMutant, locateMutant } from './locateMutants';
import { measureMutants } from './measureMutants';
import { type MutantResult, readResults, type SpectrumProject } from './mutantResult';
import { printReport } from './spectrumReport';

const usage = `Measures where the function at fault is among what failing tests execute, for mutants of real projects.
    npm run bench -- spectrum --projects DIR --results FILE [--only PROJECT] [--mutants N] [--tries N] [--seed N]
        [--report] [--locate]
DIR has the projects of bench/spectrum/projects.json by their id, with their dependencies installed. FILE keeps what was
measured, so that an interrupted run continues; with --report nothing is run.
--locate shows what the spectrum of each kept mutant gives the embedded localizer.`;

void main();

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			projects: { type: 'string' },
			results: { type: 'string' },
			only: { type: 'string' },
			mutants: { type: 'string', default: '20' },
			tries: { type: 'string', default: '200' },
			seed: { type: 'string', default: '20261122' },
			report: { type: 'boolean', default: false },
			locate: { type: 'boolean', default: false },
		},
	});
	if (values.projects === undefined || values.results === undefined) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const all = JSON.parse(
		readFileSync(join(process.cwd(), 'bench', 'spectrum', 'projects.json'), 'utf8'),
	) as SpectrumProject[];
	const projects = all.filter(({ id }) => values.only === undefined || values.only === id);
	const results = resolve(values.results);
	const projectsFolder = resolve(values.projects);
	if (values.locate) {
		await locateAll(readResults(results), projectsFolder);
		return;
	}
	if (!values.report) {
		const counts = { nMutants: Number(values.mutants), nTries: Number(values.tries), seed: Number(values.seed) };
		for (const project of projects) {
			await measureMutants(project, { projectsFolder, results, ...counts });
		}
	}
	await printReport(projects, { projectsFolder, results: readResults(results) });
}

async function locateAll(mutants: readonly MutantResult[], projectsFolder: string): Promise<void> {
	for (const isShort of [false, true]) {
		const ranks: LocatedMutant[] = [];
		for (const mutant of mutants) {
			const located = await locateMutant(join(projectsFolder, mutant.project), mutant, isShort);
			ranks.push(located);
			const { file, line } = mutant.mutation;
			console.log(`${mutant.project} ${file}:${line} without ${located.without}, with ${located.with}`);
		}
		console.log(`${isShort ? 'message only' : 'whole output'}, ${ranks.length} mutants`);
		for (const kind of ['without', 'with'] as const) {
			const within = (k: number) => ranks.filter(each => each[kind] >= 1 && each[kind] <= k).length;
			console.log(`${kind.padEnd(8)} first ${within(1)}, in 5 ${within(5)}, in 10 ${within(10)}`);
		}
	}
}
