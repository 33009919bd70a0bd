import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureMutants } from './spectrum/measureMutants';
import { readResults, type SpectrumProject } from './spectrum/mutantResult';
import { printReport } from './spectrum/spectrumReport';

const usage = `Measures where the function at fault is among what failing tests execute, for mutants of real projects.
    npm run bench -- spectrum --projects DIR --results FILE [--only PROJECT] [--mutants N] [--tries N] [--seed N]
        [--report]
DIR has the projects of bench/spectrum/projects.json by their id, with their dependencies installed. FILE keeps what was
measured, so that an interrupted run continues; with --report nothing is run.`;

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
	if (!values.report) {
		const counts = { nMutants: Number(values.mutants), nTries: Number(values.tries), seed: Number(values.seed) };
		for (const project of projects) {
			await measureMutants(project, { projectsFolder, results, ...counts });
		}
	}
	await printReport(projects, { projectsFolder, results: readResults(results) });
}
