import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { functionAt, tryMutants } from '../spectrum/measureMutants';
import spectrumProjects from '../spectrum/projects.json';
import { measureCases } from './measureCases';
import { keep, readMeasured } from './measured';
import { measureFailure } from './measureFailure';
import { printRanks } from './printRanks';
import projects from './projects.json';
import { inProject, suspectsOf } from './rankings';

const usage = `Whether the cause of a failure is ranked first where it is not the line that raised it.
    npm run bench -- caused --out DIR [--projects DIR] [--only cases|PROJECT] [--mutants N] [--tries N] [--seed N]
PROJECT is of bench/caused/projects.json or bench/spectrum/projects.json; DIR has it by its id, with its dependencies
installed. What was measured is kept in --out, and an interrupted run continues.`;

void main();

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			...{ out: { type: 'string' }, projects: { type: 'string' }, only: { type: 'string' } },
			...{ features: { type: 'string' }, report: { type: 'boolean', default: false } },
			mutants: { type: 'string', default: '20' },
			tries: { type: 'string', default: '200' },
			seed: { type: 'string', default: '20261122' },
		},
	});
	if (values.out === undefined) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const out = resolve(values.out);
	if (values.report) {
		await printRanks(out, resolve(values.projects ?? ''));
		return;
	}
	if (values.features !== undefined) {
		await writeFeatures(out, resolve(values.projects ?? ''), values.features);
		return;
	}
	if (values.only === 'cases') {
		await measureCases(out);
	}
	const counts = { nMutants: Number(values.mutants), nTries: Number(values.tries), seed: Number(values.seed) };
	if (values.projects !== undefined) {
		await measureProjects(resolve(values.projects), values.only, { out, ...counts });
	}
}

async function measureProjects(
	projectsFolder: string,
	only: string | undefined,
	{ out, ...counts }: { out: string; nMutants: number; nTries: number; seed: number },
): Promise<void> {
	for (const project of [...spectrumProjects, ...projects].filter(({ id }) => only === undefined || id === only)) {
		const own = readMeasured(out).filter(each => each.project === project.id);
		const known = own.flatMap(({ mutation }) => mutation ?? []);
		await tryMutants(project, { projectsFolder, ...counts, known }, async (folder, mutation, nth) => {
			const roots = [{ name: '', dir: folder }];
			const { workspace } = await openWorkspace({ roots, packageRoot: process.cwd(), log });
			const gold = functionAt(workspace, mutation);
			const measured = gold && (await measureFailure(folder));
			if (gold === undefined || measured === undefined || (measured.spectrum ?? measured.failing) === undefined) {
				return false;
			}
			const id = `${mutation.file}:${mutation.line}`;
			keep(out, { project: project.id, id, mutation, gold, ...measured }, nth);
			console.log(project.id, id, measured.test, Math.round(measured.spectrumMs / 1000), ...measured.problems);
			return true;
		});
	}
}

const log = { info: () => undefined, warn: () => undefined, error: console.error };

/** Writes the features of each suspect, by which weights can be chosen. */
async function writeFeatures(out: string, projectsFolder: string, file: string): Promise<void> {
	const lines: string[] = [];
	for (const failure of readMeasured(out)) {
		await inProject(failure, projectsFolder, async (workspace, textOf) => {
			const { suspects, isGold } = suspectsOf(failure, workspace, textOf);
			const { project, id } = failure;
			lines.push(
				JSON.stringify({
					...{ project, id, nFailing: failure.spectrum?.nFailing ?? 1 },
					suspects: suspects.map(each => ({ name: each.name, ...each.features, isGold: isGold(each) })),
				}),
			);
		});
	}
	writeFileSync(file, `${lines.join('\n')}\n`);
}
