import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { groupBy } from '../support/groupBy';
import { type BenchPackage, type PackageRun, readPackages, unpackPackage } from './benchPackage';
import { type Candidate, candidateMutations, isIn } from './candidateMutations';
import { type CaseClass, caseClasses, type EntryPointCase, mutated } from './entryPointCase';
import { classify, type Project } from './outputFrames';
import { type ProgramEnd, runProgram } from './runCommand';
import { seededOrder } from './seededOrder';

const usage = `Makes the cases of entryPoints anew: mutates the packages, runs their programs and tests, and keeps what fails.
    npm run bench -- entryPoints/makeCases --packages DIR [--only LANGUAGE|PACKAGE] [--root DIR] [--seed N] [--tries N]
A package is in its own folder below --root while its programs run. Its cases replace the earlier ones.`;

/** As many of each class from each package. */
const casesPerClass = 2;
const outputLimit = 64 * 1024;
const timeoutMs = 60_000;

void main();

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			packages: { type: 'string' },
			only: { type: 'string' },
			root: { type: 'string', default: '/home/dev' },
			seed: { type: 'string', default: '20261122' },
			tries: { type: 'string', default: '120' },
		},
	});
	const { packages: archives, only, root, seed, tries } = values;
	if (archives === undefined) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const packageRoot = process.cwd();
	const entryPointsFolder = join(packageRoot, 'bench', 'entryPoints');
	const packages = readPackages(entryPointsFolder);
	const heldOut = heldOutPackages(packages, seed);
	for (const each of packages.filter(({ id, language }) => only === undefined || [id, language].includes(only))) {
		const folder = join(root, each.id);
		unpackPackage(each, { archives: resolve(archives), entryPointsFolder, target: folder });
		const isHeldOut = heldOut.has(each.id);
		const candidates = await candidateMutations(each, { folder, packageRoot }, all =>
			seededOrder(all, seed, candidateKey).slice(0, Number(tries)),
		);
		const file = join(entryPointsFolder, 'cases', isHeldOut ? 'heldOut' : 'tuning', `${each.id}.jsonl`);
		mkdirSync(dirname(file), { recursive: true });
		const save = (cases: readonly EntryPointCase[]) =>
			writeFileSync(file, cases.map(one => `${JSON.stringify(one)}\n`).join(''));
		await new CaseMaker(each, { folder, isHeldOut, candidates, save }).make();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** A third of the packages of each language. */
function heldOutPackages(packages: readonly BenchPackage[], seed: string): ReadonlySet<string> {
	const groups = [...groupBy(packages, ({ language }) => language).values()];
	const chosen = groups.map(group => seededOrder(group, seed, ({ id }) => id).slice(0, Math.round(group.length / 3)));
	return new Set(chosen.flat().map(({ id }) => id));
}

function candidateKey({ mutation: { file, line, operator, before, after } }: Candidate): string {
	return JSON.stringify([file, line, operator, before, after]);
}

interface MakeOptions {
	readonly folder: string;
	readonly isHeldOut: boolean;
	/** In the order in which they are tried. */
	readonly candidates: readonly Candidate[];
	/** Called with all cases after each new one. */
	readonly save: (cases: readonly EntryPointCase[]) => void;
}

/** Makes the cases of one package. */
class CaseMaker {
	private readonly cases: EntryPointCase[] = [];
	private readonly project: Project;

	constructor(
		private readonly each: BenchPackage,
		private readonly options: MakeOptions,
	) {
		const { code, tests } = each;
		const { folder } = options;
		const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter(entry => entry.isFile())
			.map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1));
		this.project = {
			root: folder,
			files: new Set(paths),
			isTest: file => isIn(file, tests ?? []) || !isIn(file, code),
			readLines: file => readFileSync(join(folder, file), 'utf8').split('\n'),
		};
	}

	/** A function is in one case at most, and runs take turns. */
	async make(): Promise<void> {
		await this.prepare();
		const runs = await this.passingRuns();
		const used = new Set<string>();
		let nTried = 0;
		for (const candidate of this.options.candidates) {
			if (runs.length === 0 || caseClasses.every(each => this.isFull(each))) {
				break;
			}
			const gold = `${candidate.gold.file}:${candidate.gold.name}`;
			nTried++;
			if (!used.has(gold) && (await this.tryCandidate(candidate, runs))) {
				used.add(gold);
				runs.push(...runs.splice(0, 1));
			}
		}
		const counts = caseClasses.map(each => `${this.countOf(each)} ${each}`).join(', ');
		console.error(`${this.each.id}: ${this.cases.length} cases (${counts}) from ${nTried} mutations`);
	}

	private async prepare(): Promise<void> {
		const { id, setup } = this.each;
		const end = setup === undefined ? { exitCode: 0, output: '' } : await this.run(setup, 600_000);
		if (end.exitCode !== 0) {
			throw new Error(`${id}: ${setup} failed:\n${end.output.slice(-2000)}`);
		}
	}

	private async passingRuns(): Promise<PackageRun[]> {
		const passing: PackageRun[] = [];
		const { build } = this.each;
		if (build !== undefined && (await this.run(build, 300_000)).exitCode !== 0) {
			throw new Error(`${this.each.id}: ${build} fails without a mutation`);
		}
		for (const run of this.each.runs) {
			const { exitCode, output } = await this.run(run.command);
			if (exitCode === 0) {
				passing.push(run);
			} else {
				console.error(`${this.each.id}: ${run.command} fails without a mutation:\n${output.slice(-1500)}`);
			}
		}
		return passing;
	}

	private async tryCandidate({ mutation, gold }: Candidate, runs: readonly PackageRun[]): Promise<boolean> {
		const path = join(this.options.folder, mutation.file);
		const text = readFileSync(path, 'utf8');
		writeFileSync(path, mutated(text, mutation));
		try {
			const { build } = this.each;
			if (build !== undefined && (await this.run(build, 120_000)).exitCode !== 0) {
				return false;
			}
			for (const run of runs) {
				const output = failureOf(await this.run(run.command));
				const kind = output === undefined ? undefined : classify(output, run.runner, gold, this.project);
				if (output !== undefined && kind !== undefined && !this.isFull(kind)) {
					this.cases.push(this.caseOf({ mutation, gold }, { ...run, output, class: kind }));
					this.options.save(this.cases);
					return true;
				}
			}
			return false;
		} finally {
			writeFileSync(path, text);
		}
	}

	private caseOf(candidate: Candidate, run: PackageRun & { readonly output: string; readonly class: CaseClass }) {
		const { id, language, version, archive } = this.each;
		const { isHeldOut, folder } = this.options;
		return {
			...{ id: `${id}-${this.cases.length + 1}`, language, runner: run.runner, package: id, version },
			source: `${archive.client} ${archive.name}: ${archive.file}, SHA-256 ${archive.sha256}`,
			...{ class: run.class, heldOut: isHeldOut, mutation: candidate.mutation, gold: candidate.gold },
			...{ command: run.command, root: folder, output: run.output },
		};
	}

	private countOf(kind: CaseClass): number {
		return this.cases.filter(each => each.class === kind).length;
	}

	private isFull(kind: CaseClass): boolean {
		return this.countOf(kind) >= casesPerClass;
	}

	private run(command: string, limitMs = timeoutMs): Promise<ProgramEnd> {
		const { folder: cwd } = this.options;
		const env = {
			...{ PATH: `/usr/bin:/bin:${process.env['PATH']}`, HOME: dirname(cwd), LANG: 'C.UTF-8' },
			...{ PYTHONDONTWRITEBYTECODE: '1', RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup') },
		};
		return runProgram(command, { cwd, env, timeoutMs: limitMs });
	}
}

/** The end of the output, as a terminal keeps it; undefined where the program did not fail by itself. */
function failureOf({ exitCode, output }: ProgramEnd): string | undefined {
	if (exitCode === undefined || exitCode === 0 || output.trim() === '') {
		return undefined;
	}
	return output.length <= outputLimit ? output : output.slice(output.indexOf('\n', output.length - outputLimit) + 1);
}
