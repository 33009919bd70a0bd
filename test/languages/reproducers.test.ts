import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { ReproducerData } from '../../src/code/pure/languages/reproducerData';
import { type RanReproducer, runReproducer } from '../../src/engine/stages/reproduce/runReproducer';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../src/sandbox/node/confinement/processRunner';
import type { Checkout } from '../../src/sandbox/pure/execution/checkouts';
import { processTable } from '../../src/system/node/processes/processTable';
import { ProgramMissingError } from '../../src/system/pure/errors/programMissingError';
import { isInstalled, projectFiles } from '../support/exampleProject';
import { installedGrammars } from '../support/grammars';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';
import { isThorough } from '../support/thorough';

/** `case.json` of a folder in reproducers/, described in README.md. */
interface ReproducerCase {
	readonly language: string;
	readonly programs: readonly string[];
	/** What else has to be on the machine: absolute paths. */
	readonly files?: readonly string[];
	/** Folders of the project that are not kept in a repository. */
	readonly ignored?: readonly string[];
	/** It takes so long that it is only run where somebody asks for it. */
	readonly slow?: boolean;
	/** Where the project finds Faultline's own installed packages. */
	readonly installed?: string;
	readonly fix: { readonly file: string; readonly wrong: string; readonly right: string };
}

/** What a script shows, by its name; `fails` shows the bug. */
const verdicts = { missing: 'environment', breaks: 'otherError', hangs: 'timedOut' } as const;

const cases = globSync('test/languages/reproducers/*/case.json', { cwd: repoRoot }).sort();
const reproducers = new Map(
	installedGrammars().languages.flatMap(({ id, reproducer }) => (reproducer === undefined ? [] : [[id, reproducer]])),
);

describe('A reproducer', () => {
	const folder = new TestFolder();
	let checkout: Checkout;

	const open = async (files: Readonly<Record<string, string>>, installed?: string) => {
		folder.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])));
		if (installed !== undefined) {
			symlinkSync(join(repoRoot, 'node_modules'), folder.path('project', installed));
		}
		const roots = [{ name: 'project', dir: folder.path('project') }];
		const storage = folder.path('storage');
		const options = { roots, storage, log: new RecordedLog(), dependencies: 'linked' } as const;
		checkout = await new ScratchCheckouts(options).create('reproducer');
	};
	afterEach(() => checkout.dispose());

	for (const file of cases) {
		const dir = join(repoRoot, dirname(file));
		const example = JSON.parse(readFileSync(join(repoRoot, file), 'utf8')) as ReproducerCase;
		const language = reproducerOf(example.language);
		const run = async (script: string, timeoutMs?: number): Promise<RanReproducer> => {
			const text = readFileSync(join(dir, script), 'utf8');
			const runner = new ProcessRunner({ graceMs: 100 });
			return runReproducer({ runner, checkout, language, ...(timeoutMs !== undefined && { timeoutMs }) }, text);
		};
		const scripts = new Map(globSync('*.*', { cwd: dir }).map(path => [path.slice(0, -extname(path).length), path]));

		describe(`of the project ${file.split('/').at(-2)}`, () => {
			// Compilers are slow to start; nothing is measured by it.
			const reason = whyLeftOut(example);
			if (reason !== undefined) {
				it(`is left out: ${reason}`);
				return;
			}
			beforeEach(() => open(projectFiles(dir, example.ignored), example.installed));

			it('is red while the bug is there, and green once it is fixed', async () => {
				const before = await run(scripts.get('fails') ?? '');
				assert.equal(before.verdict, 'reproduced', report(before));
				const { file: path, wrong, right } = example.fix;
				const text = await checkout.files.readText(path);
				assert.ok(text.includes(wrong));
				await checkout.write(path, text.replace(wrong, right));
				const after = await run(scripts.get('fails') ?? '');
				assert.equal(after.verdict, 'passed', report(after));
			});

			for (const name of ['missing', 'breaks'] as const) {
				const script = scripts.get(name);
				if (script !== undefined) {
					it(`shows ${verdicts[name]} in ${script}`, async () => {
						const ran = await run(script);
						assert.equal(ran.verdict, verdicts[name], report(ran));
					});
				}
			}

			const hangs = scripts.get('hangs');
			if (hangs !== undefined) {
				it(`is ended when its time is up, with all it started, in ${hangs}`, async () => {
					const ran = await run(hangs, 1500);
					assert.equal(ran.verdict, verdicts.hangs, report(ran));
					assert.deepEqual(await processesIn(checkout.folder), []);
				});
			}
		});
	}

	for (const [id, language] of reproducers) {
		it(`reports which program is missing (${id})`, async () => {
			await open({ 'a.txt': '' });
			const nowhere = new ProcessRunner({ env: { PATH: folder.path('storage') } });
			await assert.rejects(
				runReproducer({ runner: nowhere, checkout, language }, ''),
				error => error instanceof ProgramMissingError && names(error, language),
			);
			assert.deepEqual(
				(await checkout.files.list()).map(({ path }) => path),
				['a.txt'],
			);
		});
	}

	it('has a project for every language that has one', () => {
		const tried = cases.map(
			file => (JSON.parse(readFileSync(join(repoRoot, file), 'utf8')) as ReproducerCase).language,
		);
		const untried = [...reproducers.keys()].filter(id => !tried.includes(id));
		assert.deepEqual(untried, []);
	});
});

function reproducerOf(id: string): ReproducerData {
	const data = reproducers.get(id);
	assert.ok(data, `${id} has no reproducer`);
	return data;
}

function whyLeftOut({ programs, files = [], slow = false }: ReproducerCase): string | undefined {
	const missing = programs.find(program => !isInstalled(program)) ?? files.find(file => !existsSync(file));
	if (missing !== undefined) {
		return `${missing} is not installed`;
	}
	return slow && !isThorough() ? 'slow; --thorough runs it' : undefined;
}

/** Those that run in a folder, where the system reports it. */
async function processesIn(folder: string): Promise<number[]> {
	const pids = (await processTable()).map(({ pid }) => pid);
	return pids.filter(pid => {
		try {
			return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
		} catch {
			// It has ended, or is somebody else's.
			return false;
		}
	});
}

function names({ program }: ProgramMissingError, { ways, interpreter = [] }: ReproducerData): boolean {
	const possible = [...ways.flatMap(({ steps }) => steps.map(([first]) => first)), ...interpreter];
	return possible.some(each => each !== undefined && program.split(/,? (?:or )?/).includes(each));
}

function report({ why, execution: { stdout, stderr } }: RanReproducer): string {
	return [why, stdout, stderr].join('\n');
}
