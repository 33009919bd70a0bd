import assert from 'node:assert/strict';
import type { ReproducerData, ReproducerWay } from '../../../../src/code/pure/languages/reproducerData';
import { type RanReproducer, runReproducer } from '../../../../src/engine/stages/reproduce/runReproducer';
import type { Execution } from '../../../../src/runs/pure/model/execution';
import { ScratchCheckouts } from '../../../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../../../src/sandbox/node/confinement/processRunner';
import type { Checkout } from '../../../../src/sandbox/pure/execution/checkouts';
import type { Debugger, DebugLaunch } from '../../../../src/sandbox/pure/execution/debugger';
import type { Command, Runner } from '../../../../src/sandbox/pure/execution/runner';
import { ProgramMissingError } from '../../../../src/system/pure/errors/programMissingError';
import { UserError } from '../../../../src/system/pure/errors/userError';
import { installedGrammars } from '../../../support/grammars';
import { RecordedLog } from '../../../support/recordedLog';
import { TestFolder } from '../../../support/testFolder';

const bare = { file: 'r.mjs', failBy: 'x', assertionFailures: ['^AssertionError'], environmentErrors: [] };

interface Launched extends Pick<DebugLaunch, 'command' | 'exitCode'> {
	readonly configuration: object;
}

describe('runReproducer', () => {
	const folder = new TestFolder();
	let checkout: Checkout;

	const open = async (files: Readonly<Record<string, string>>) => {
		folder.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])));
		const roots = [{ name: 'project', dir: folder.path('project') }];
		const storage = folder.path('storage');
		checkout = await new ScratchCheckouts({ roots, storage, log: new RecordedLog() }).create('reproducer');
	};
	afterEach(() => checkout.dispose());
	const runner = new ProcessRunner({ graceMs: 100 });
	const run = (language: string, text: string, more: { timeoutMs?: number } = {}): Promise<RanReproducer> => {
		const data = installedGrammars().languages.find(({ id }) => id === language)?.reproducer;
		assert.ok(data);
		return runReproducer({ runner, checkout, language: data, ...more }, text);
	};

	it('finds a reproducer flaky that shows something else the second time', async () => {
		await open({ 'a.mjs': '' });
		const once = `import assert from 'node:assert'; import { existsSync, writeFileSync } from 'node:fs';
			const isSecond = existsSync('mark'); writeFileSync('mark', ''); assert.ok(isSecond);`;
		const { verdict, why } = await run('javascript', once);
		assert.equal(verdict, 'flaky');
		assert.match(why, /^Once: Its assertion failed: .* Then: It ended with exit code 0/);
	});

	for (const [type, project] of [
		['commonjs', { 'lib.js': 'module.exports = { two: () => 3 };' }],
		['module', { 'lib.js': 'export const two = () => 3;' }],
	] as const) {
		it(`runs one that requires or imports, by what it uses, in a project of type ${type}`, async () => {
			await open({ ...project, 'package.json': JSON.stringify({ type }), 'old.cjs': 'exports.two = () => 3;' });
			const requires = "const assert = require('node:assert');\nassert.equal(require('./old.cjs').two(), 2);";
			const imports =
				"import assert from 'node:assert';\nimport * as lib from './lib.js';\nassert.equal(lib.two?.() ?? lib.default.two(), 2);";
			const ran = [await run('javascript', requires), await run('javascript', imports)];
			assert.deepEqual(
				ran.map(({ verdict, file }) => [verdict, file]),
				[
					['reproduced', 'faultline_reproducer.cjs'],
					['reproduced', 'faultline_reproducer.mjs'],
				],
				ran.map(({ why }) => why).join(' '),
			);
			const other = await run('javascript', 'console.log(typeof module)');
			assert.deepEqual(
				[other.file, other.execution.stdout],
				['faultline_reproducer.js', type === 'module' ? 'undefined\n' : 'object\n'],
			);
		});
	}

	it('terminates one that hangs, and reports it', async () => {
		await open({ 'a.mjs': '' });
		const hangs = `console.error('AssertionError: not yet'); setInterval(() => {}, 1000);`;
		assert.equal((await run('javascript', hangs, { timeoutMs: 1000 })).verdict, 'timedOut');
	});

	it('takes the next way where a program is missing, and reports what is missing where none works', async () => {
		await open({ 'a.mjs': '' });
		const parts = { runner, checkout };
		const ways = [{ steps: [['no-such-program', '{file}']] }, { needs: 'gone.json', steps: [['node', '-e', '1']] }];
		const last = { file: 'sub/other.mjs', needs: 'a.mjs', steps: [['node', '{file}']] };
		const ran = await runReproducer({ ...parts, language: { ...bare, ways: [...ways, last] } }, 'console.log(1)');
		assert.deepEqual([ran.verdict, ran.file, ran.execution.stdout], ['passed', 'sub/other.mjs', '1\n']);
		assert.deepEqual(
			(await checkout.files.list()).map(({ path }) => path),
			['a.mjs', 'sub/other.mjs'],
		);
		await assert.rejects(
			runReproducer({ ...parts, language: { ...bare, ways } }, ''),
			error => error instanceof UserError && /^no-such-program was not found/.test(error.message),
		);
	});

	it('names every program that would do, but none that would be in the project', async () => {
		await open({ 'a.mjs': '' });
		const ways = ['./own', 'no-such-a', 'no-such-b', 'no-such-a', 'no-such-c'].map(program => ({ steps: [[program]] }));
		await assert.rejects(
			runReproducer({ runner, checkout, language: { ...bare, ways } }, ''),
			/^(?:User)?Error: no-such-a, no-such-b or no-such-c was not found/,
		);
	});

	describe('on Windows', () => {
		const commands: Command[] = [];
		const ended: Execution = { stdout: '', stderr: '', exitCode: 0, timedOut: false, durationMs: 1 };
		/** Answers as Windows would. */
		const runOn = async (ways: readonly ReproducerWay[], exitCodes: Readonly<Record<string, number>>) => {
			await open({ 'a.mjs': '' });
			const answering: Runner = {
				run: async command => {
					commands.push(command);
					return { ...ended, exitCode: exitCodes[command.command[0] ?? ''] ?? 0 };
				},
			};
			const there: Checkout = {
				folder: 'C:\\scratch\\shop',
				files: checkout.files,
				reach: checkout.reach,
				contents: () => checkout.contents(),
				write: (path, content) => checkout.write(path, content),
				find: async () => [],
				remove: path => checkout.remove(path),
				apply: diff => checkout.apply(diff),
				diff: () => checkout.diff(),
				reset: () => checkout.reset(),
				snapshot: text => checkout.snapshot(text),
				restore: snapshot => checkout.restore(snapshot),
				dispose: () => checkout.dispose(),
			};
			return runReproducer({ runner: answering, checkout: there, language: { ...bare, variables, ways } }, '');
		};
		const variables = { MODULES: '{folder}{:}lib' };
		beforeEach(() => {
			commands.length = 0;
		});

		it('compiles to what can be started there, and separates folders by its sign', async () => {
			await runOn([{ steps: [['compile', '{file}', '{out}'], ['{out}']] }], {});
			const out = 'C:\\scratch\\shop/faultline_reproducer.out.exe';
			assert.deepEqual(commands[0]?.command, ['compile', 'r.mjs', out]);
			assert.deepEqual(commands[1]?.command, [out]);
			assert.deepEqual(commands[0]?.env, { MODULES: 'C:\\scratch\\shop;lib' });
		});

		it('takes the next way where a program only leads to the shop that has it', async () => {
			const ways = [{ steps: [['python3']] }, { steps: [['py']] }];
			assert.equal((await runOn(ways, { python3: 9009 })).verdict, 'passed');
			await assert.rejects(runOn(ways, { python3: 9009, py: 9009 }), ProgramMissingError);
		});
	});

	describe('with a debugger', () => {
		const launches: Launched[] = [];
		const userDebugger: Debugger = {
			checkInstalled: (type, extension) => assert.deepEqual([type, extension], ['x', 'a.x']),
			run: async ({ command, configuration, exitCode }) => {
				const place = { program: `/bin/${command.command[0]}`, workspace: '/home/project', unset: ['KEY'] };
				launches.push({ command, exitCode, configuration: configuration(place) });
				return { stdout: '', stderr: 'AssertionError: 2', exitCode: 1, timedOut: false, durationMs: 1 };
			},
		};
		const language: ReproducerData = {
			...{ file: 'r.mjs', failBy: 'x', assertionFailures: ['^AssertionError'], environmentErrors: [] },
			variables: { WHERE: '{folder}/lib' },
			ways: [
				{
					steps: [
						['node', '-e', 'require("fs").writeFileSync("made", "")'],
						['node', '--flag', '{file}'],
					],
				},
			],
			debug: {
				extension: 'a.x',
				exitCode: '^(\\d+)',
				configuration: {
					...{ type: 'x', request: 'launch', program: '{folder}/{file}', runtime: '{program}', stop: false },
					...{ args: ['-v', '{arguments}'], env: '{variables}', map: { '{folder}': '{workspace}' }, port: '{port}' },
				},
			},
		};
		beforeEach(async () => {
			launches.length = 0;
			await open({ 'a.mjs': '' });
		});

		it('prepares, and then leaves the script to the debugger, once', async () => {
			const { verdict } = await runReproducer({ runner, checkout, language, debugger: userDebugger }, '1');
			assert.equal(verdict, 'reproduced');
			assert.equal(await checkout.files.readText('made'), '');
			const { folder: cwd } = checkout;
			assert.deepEqual(
				launches.map(({ command, exitCode }) => [command.command, command.cwd, exitCode]),
				[[['node', '--flag', 'r.mjs'], cwd, '^(\\d+)']],
			);
			assert.deepEqual(launches[0]?.configuration, {
				...{ type: 'x', request: 'launch', program: `${cwd}/r.mjs`, runtime: '/bin/node', stop: false },
				...{ args: ['-v', '--flag', 'r.mjs'], env: { KEY: null, WHERE: `${cwd}/lib` } },
				...{ map: { [cwd]: '/home/project' }, port: '{port}' },
			});
		});

		it('runs what the debugger needs after what the way needs, and shows it where that fails', async () => {
			const debug = { ...language.debug, extension: 'a.x', configuration: { type: 'x' } };
			const steps = [['node', '-e', 'require("fs").readFileSync("made"); process.exit(7)']];
			const parts = { runner, checkout, debugger: userDebugger };
			const ran = await runReproducer({ ...parts, language: { ...language, debug: { ...debug, steps } } }, '1');
			assert.deepEqual([ran.verdict, ran.execution.exitCode, launches], ['otherError', 7, []]);
		});

		it('puts the script where the debugger needs it', async () => {
			const debug = { extension: 'a.x', configuration: { type: 'x' }, file: 'own/r.mjs' };
			const parts = { runner, checkout, debugger: userDebugger };
			const { file } = await runReproducer({ ...parts, language: { ...language, debug } }, '1');
			assert.equal(file, 'own/r.mjs');
			assert.deepEqual(launches[0]?.command.command, ['node', '--flag', file]);
			assert.equal(await checkout.files.readText(file), '1');
		});

		it('reports that there is none for a language without one, before anything is run', async () => {
			const { debug: _debug, ...none } = language;
			const parts = { runner, checkout, debugger: userDebugger };
			await assert.rejects(runReproducer({ ...parts, language: none }, '1'), /No debugger is known/);
			await assert.rejects(checkout.files.readText('made'));
		});
	});
});
