import assert from 'node:assert/strict';
import { globSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DiskFiles } from '../../src/code/node/listing/diskFiles';
import type { TestOutcome, TestReport } from '../../src/runs/pure/model/testing/testReport';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../src/sandbox/node/confinement/processRunner';
import type { Checkout } from '../../src/sandbox/pure/execution/checkouts';
import { ProgramMissingError } from '../../src/system/pure/errors/programMissingError';
import { openTestSuite } from '../../src/testing/pure/openTestSuite';
import type { TestSelection, TestSuite } from '../../src/testing/pure/testSuite';
import { projectFiles } from '../support/exampleProject';
import { installedGrammars } from '../support/grammars';
import { missingTool, type NeededTools, npmFolder } from '../support/installedTools';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';
import { isThorough } from '../support/thorough';

/** `case.json` of a folder in runners/, described in README.md. */
interface RunnerCase extends NeededTools {
	readonly runner: string;
	readonly ignored?: readonly string[];
	/** It takes so long that it is only run where somebody asks for it. */
	readonly slow?: true;
	/** Interpreters of the project, by the name of the one each replaces. */
	readonly interpreters?: Readonly<Record<string, string>>;
	readonly tests: Readonly<Record<string, TestOutcome>>;
	readonly message: { readonly id: string; readonly matches: string };
	/** A file with tests, where the runner can run those of one file. */
	readonly file?: string;
	/** Of that file, where ids do not begin with it and the runner does not report files. */
	readonly ofFile?: readonly string[];
	/** Tests to run alone, where the runner can. */
	readonly one?: readonly string[];
	/** A file that cannot be loaded, and the id of what fails then: the file unless given. `all`: nothing is run then. */
	readonly unloadable?: { readonly file: string; readonly text: string; readonly id?: string; readonly all?: true };
	/** A test that ends the runner, and the id of what fails, if anything does. `isWhole`: the runner continues. */
	readonly crash?: { readonly file: string; readonly text: string; readonly id?: string; readonly isWhole?: true };
}

const cases = globSync('test/languages/runners/*/case.json', { cwd: repoRoot }).sort();
const { languages } = installedGrammars();

describe('The tests of a project', () => {
	const folder = new TestFolder();
	let checkout: Checkout;
	let suite: TestSuite | undefined;

	const open = async (
		files: Readonly<Record<string, string>>,
		{ npm, interpreters = {} }: Pick<RunnerCase, 'npm' | 'interpreters'>,
	) => {
		folder.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])));
		if (npm !== undefined) {
			symlinkSync(npmFolder(npm), folder.path('project', 'node_modules'));
		}
		const roots = [{ name: 'project', dir: folder.path('project') }];
		const options = { roots, storage: folder.path('storage'), log: new RecordedLog(), dependencies: 'linked' } as const;
		checkout = await new ScratchCheckouts(options).create('tests');
		const workspace = { files: new DiskFiles(roots), parser: { languages } as never };
		const found = new Map(Object.entries(interpreters));
		suite = await openTestSuite(workspace, { runner: new ProcessRunner({ graceMs: 100 }), interpreters: found });
	};
	const run = (selection: TestSelection): Promise<TestReport> => {
		assert.ok(suite);
		return suite.run(checkout, selection, { timeoutMs: 100_000, signal: new AbortController().signal });
	};
	afterEach(() => checkout.dispose());

	for (const file of cases) {
		const dir = join(repoRoot, dirname(file));
		const example = JSON.parse(readFileSync(join(repoRoot, file), 'utf8')) as RunnerCase;
		const wanted = (ids: (id: string) => boolean) =>
			Object.fromEntries(Object.entries(example.tests).filter(([id]) => ids(id)));

		describe(`in runners/${file.split('/').at(-2)}`, () => {
			before(function () {
				if (example.slow && !isThorough()) {
					console.log('      left out: slow; --thorough runs it');
					this.skip();
				}
				const missing = missingTool(example);
				if (missing !== undefined) {
					console.log(`      left out: ${missing} is not installed`);
					this.skip();
				}
			});
			beforeEach(() => open(projectFiles(dir, example.ignored), example));

			it('are run, all and again, with the same ids', async () => {
				const report = await run('all');
				assert.equal(report.runner, example.runner);
				assert.deepEqual(outcomes(report), example.tests, shown(report));
				assert.equal(report.problem, undefined, shown(report));
				const failed = report.tests.find(({ id }) => id === example.message.id);
				assert.match(failed?.message ?? '', new RegExp(example.message.matches), shown(report));
				assert.doesNotMatch(JSON.stringify(report.tests), new RegExp(checkout.folder));
				await checkout.reset();
				assert.deepEqual(outcomes(await run('all')), example.tests);
			});

			const { file: one, one: ids, unloadable, crash } = example;
			if (one !== undefined) {
				it('of one file are run alone', async () => {
					const report = await run({ files: [one] });
					assert.deepEqual(
						outcomes(report),
						wanted(id => id.startsWith(one) || isIn(report, id, one) || example.ofFile?.includes(id) === true),
						shown(report),
					);
				});
			}
			if (ids !== undefined) {
				it('are run alone', async () => {
					for (const each of [...ids.map(id => [id]), ids]) {
						const report = await run({ tests: each });
						assert.deepEqual(
							outcomes(report),
							wanted(id => each.includes(id)),
							shown(report),
						);
						await checkout.reset();
					}
				});
			}
			if (unloadable !== undefined) {
				it('that cannot be loaded fail, by the name of their file', async () => {
					await checkout.write(unloadable.file, unloadable.text);
					const report = await run('all');
					if (unloadable.all) {
						assert.match(report.problem ?? '', /could not be built|ended early|wrote no report/, shown(report));
						return;
					}
					const id = unloadable.id ?? unloadable.file;
					assert.deepEqual(outcomes(report), { ...example.tests, [id]: 'failed' }, shown(report));
					assert.match(report.problem ?? '', /could not be loaded/);
				});
			}
			if (crash !== undefined) {
				it('that end the runner are no success', async () => {
					await checkout.write(crash.file, crash.text);
					const report = await run('all');
					assert.equal(report.problem !== undefined, crash.isWhole !== true, shown(report));
					if (crash.id !== undefined) {
						assert.equal(outcomes(report)[crash.id], 'failed', shown(report));
					}
				});
			}
		});
	}

	it('name the module that their runner needs and does not find', async function () {
		if (missingTool({ programs: ['python3'] }) !== undefined) {
			console.log('      left out: python3 is not installed');
			this.skip();
		}
		const files = {
			'tests/runtests.py': 'import django\n',
			'django/__init__.py': '',
			'django/test/__init__.py': '',
			'django/test/runner.py': 'import sqlparse_that_nobody_has.engine\n',
		};
		await open(files, {});
		await assert.rejects(
			() => run('all'),
			error => error instanceof ProgramMissingError && error.program === 'sqlparse_that_nobody_has',
		);
	});
});

function outcomes({ tests }: TestReport): Record<string, TestOutcome> {
	return Object.fromEntries(tests.map(({ id, outcome }) => [id, outcome]));
}

function isIn({ tests }: TestReport, id: string, file: string): boolean {
	return tests.some(test => test.id === id && test.file === file);
}

function shown({ command, problem, tests, execution }: TestReport): string {
	return [command, problem, JSON.stringify(tests, null, 1), execution.stdout, execution.stderr].join('\n');
}
