import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errorText } from '../../src/system/pure/errors/errorText';
import { RepositoryClone } from '../support/repositoryClone';
import { gitDirOf } from '../support/repositoryTree';
import { executeCase } from './executeCase';
import { type KnownCulprit, knownCulprits } from './knownCulprits';
import { printCases } from './printCases';
import projects from './projects.json';
import { readCases, type SavedCase } from './savedCase';

const usage = `Whether the commit that broke a test is found, and with how many runs.
    npm run bench -- culprit --repos DIR --out DIR --project NAME [--skip N] [--limit N] [--interpreter FILE]   executes cases
    npm run bench -- culprit --out DIR [--searches N]   reports them, and simulates oracles on their ranges`;

void main();

/** The list is kept in the folder of the results: it takes minutes to make. */
function listedOnce(rule: (typeof projects)[number], gitDir: string, out: string): readonly KnownCulprit[] {
	const file = join(out, `${rule.name.replace('/', '__')}.known`);
	if (!existsSync(file)) {
		writeFileSync(file, JSON.stringify(knownCulprits(gitDir, rule)));
	}
	return JSON.parse(readFileSync(file, 'utf8')) as readonly KnownCulprit[];
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			...{ repos: { type: 'string' }, out: { type: 'string' }, project: { type: 'string' } },
			...{
				limit: { type: 'string', default: '40' },
				skip: { type: 'string', default: '0' },
				interpreter: { type: 'string' },
				searches: { type: 'string', default: '10' },
			},
		},
	});
	const { repos, out, project, interpreter } = values;
	if (out === undefined || (project !== undefined && repos === undefined)) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	if (project === undefined || repos === undefined) {
		printCases(readCases(resolve(out)), Number(values.searches));
		return;
	}
	const rule = projects.find(({ name }) => name === project);
	if (rule === undefined) {
		throw new Error(`${project} is not in bench/culprit/projects.json`);
	}
	mkdirSync(out, { recursive: true });
	const first = Number(values.skip);
	const cases = listedOnce(rule, gitDirOf(resolve(repos), project), out).slice(first, first + Number(values.limit));
	console.log(`${cases.length} cases`);
	const clone = new RepositoryClone(resolve(repos), project);
	try {
		for (const known of cases) {
			const file = join(out, `${project.replace('/', '__')}-${known.fix.slice(0, 10)}.json`);
			if (existsSync(file)) {
				continue;
			}
			const saved = await executeCase(known, { project, clone: clone.folder, interpreter }).catch(
				(error: unknown): SavedCase => ({
					...known,
					project,
					problem: errorText(error),
				}),
			);
			writeFileSync(file, JSON.stringify(saved));
			const { report, problem } = saved;
			const isRight = report?.kind === 'found' && report.commits[0]?.id === known.culprit;
			const result =
				report === undefined
					? problem
					: `${report.kind} ${isRight} ${report.nRuns} of ${report.nCandidates}, git ${saved.nBisectRuns}, ${saved.seconds} s`;
			console.log(`${known.fix.slice(0, 10)} ${known.culprit.slice(0, 10)} ${result} ${known.subject}`);
		}
	} finally {
		clone.dispose();
	}
}
