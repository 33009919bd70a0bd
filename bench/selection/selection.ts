import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runOwnTests } from '../../test/support/judgedPatches';
import { candidateMutations } from '../entryPoints/candidateMutations';
import { mutated } from '../entryPoints/entryPointCase';
import { seededOrder } from '../support/seededOrder';
import { type BugResult, measureBug } from './measureBug';
import type { Mutant, SelectionProject } from './wrongPatches';

const usage = `Measures whether wrong patches of real projects are rejected by the projects' own tests, and the right one selected.
    npm run bench -- selection --projects DIR --results FILE [--bugs N] [--seed N] [--only PROJECT]
DIR has the projects of bench/selection/projects.json by their id, with their dependencies installed. They are changed
meanwhile. FILE keeps what was measured.`;

void main();

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			projects: { type: 'string' },
			results: { type: 'string' },
			bugs: { type: 'string', default: '5' },
			seed: { type: 'string', default: '20261122' },
			only: { type: 'string' },
		},
	});
	if (values.projects === undefined || values.results === undefined) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const projects = JSON.parse(readFileSync(join('bench', 'selection', 'projects.json'), 'utf8')) as SelectionProject[];
	const results = resolve(values.results);
	for (const project of projects.filter(({ id }) => values.only === undefined || values.only === id)) {
		const folder = resolve(values.projects, project.id);
		await measureProject(project, { folder, results, nBugs: Number(values.bugs), seed: Number(values.seed) });
	}
	report(readResults(results));
}

interface Request {
	readonly folder: string;
	readonly results: string;
	readonly nBugs: number;
	readonly seed: number;
}

async function measureProject(project: SelectionProject, { folder, results, nBugs, seed }: Request): Promise<void> {
	const known = readResults(results).filter(each => each.project === project.id);
	const mutants = await mutantsOf(project, { folder, nBugs, seed });
	for (const [at, bug] of mutants.entries()) {
		const other = [...mutants.slice(at + 1), ...mutants.slice(0, at)].find(each => isSeparate(bug, each));
		const name = `${bug.mutation.file}:${bug.mutation.line}`;
		if (other !== undefined && known.every(each => each.bug !== name)) {
			const result = await measureBug(folder, project, { bug, other, isDeleted: at % 2 === 0 });
			appendFileSync(results, `${JSON.stringify(result)}\n`);
			console.log(
				`${project.id} ${name}: ${result.nRejected} of 4 rejected, selected ${result.selected}, ${result.voted}`,
			);
		}
	}
}

/** The second one fails tests that pass with the first, and leaves one that fails with it. */
function isSeparate(bug: Mutant, other: Mutant): boolean {
	const isIn = (ids: readonly string[]) => (id: string) => ids.includes(id);
	const isElsewhere = bug.mutation.file !== other.mutation.file || bug.mutation.line !== other.mutation.line;
	return isElsewhere && !other.failing.every(isIn(bug.failing)) && !bug.failing.every(isIn(other.failing));
}

/** Mutations in the order of a seed, the first that fail some of the tests and not all. */
async function mutantsOf(
	project: SelectionProject,
	{ folder, nBugs, seed }: Omit<Request, 'results'>,
): Promise<readonly Mutant[]> {
	const source = { ...project, version: '', take: {}, runs: [] } as never;
	const candidates = await candidateMutations(source, { folder, packageRoot: process.cwd() }, all =>
		seededOrder(all, ({ mutation }) => JSON.stringify(mutation), seed).slice(0, 20 * nBugs),
	);
	const mutants: Mutant[] = [];
	for (const { mutation } of candidates) {
		if (mutants.length === nBugs) {
			break;
		}
		const path = join(folder, mutation.file);
		const text = readFileSync(path, 'utf8');
		writeFileSync(path, mutated(text, mutation));
		try {
			const failing = await failingTests(folder);
			console.log(`${project.id} ${mutation.file}:${mutation.line}: ${failing?.ids.length ?? 'too many'} fail`);
			if (failing !== undefined && failing.ids.length > 0) {
				mutants.push({ mutation, failing: failing.ids, testFiles: failing.files });
			}
		} finally {
			writeFileSync(path, text);
		}
	}
	return mutants;
}

/** Undefined where nothing else passes. */
async function failingTests(
	folder: string,
): Promise<{ readonly ids: readonly string[]; readonly files: readonly string[] } | undefined> {
	const storage = mkdtempSync(join(tmpdir(), 'faultline-bench-'));
	try {
		const { tests } = await runOwnTests(folder, storage);
		const failed = tests.filter(({ outcome }) => outcome === 'failed');
		return tests.some(({ outcome }) => outcome === 'passed')
			? { ids: failed.map(({ id }) => id), files: [...new Set(failed.flatMap(({ file }) => file ?? []))] }
			: undefined;
	} finally {
		rmSync(storage, { recursive: true, force: true });
	}
}

function readResults(file: string): BugResult[] {
	const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
	return lines.filter(line => line !== '').map(line => JSON.parse(line) as BugResult);
}

function report(results: readonly BugResult[]): void {
	const nRejected = results.reduce((sum, each) => sum + each.nRejected, 0);
	const count = (isCounted: (result: BugResult) => boolean) => results.filter(isCounted).length;
	const of = `of ${results.length}`;
	console.log(`Wrong patches rejected with the name of a test: ${nRejected} of ${4 * results.length}`);
	console.log(`Right patches rejected: ${count(({ verdicts }) => verdicts.right?.verdict !== 'passed')} ${of}`);
	console.log(`The right one selected without a model: ${count(({ selected }) => selected === 'right')} ${of}`);
	console.log(`The right one selected with votes: ${count(({ voted }) => voted === 'right')} ${of}`);
}
