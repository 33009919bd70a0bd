import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { openWorkspace } from '../../../../src/cli/openWorkspace';
import { openGrammarFolder } from '../../../../src/code/node/languages/grammarFolder';
import { type RecordedReproducer, recordReproducer } from '../../../../src/engine/stages/reproduce/recordReproducer';
import { ReproducerRuns } from '../../../../src/engine/stages/reproduce/reproducerRuns';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { nullRunStore } from '../../../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import { ScratchCheckouts } from '../../../../src/sandbox/node/checkout/scratchCheckouts';
import { openConfinement } from '../../../../src/sandbox/node/confinement/confinement';
import { ProcessRunner } from '../../../../src/sandbox/node/confinement/processRunner';
import { PatchedCopy } from '../../../../src/sandbox/pure/execution/patchedCopy';
import type { Runner } from '../../../../src/sandbox/pure/execution/runner';
import { RecordedLog } from '../../../support/recordedLog';
import { repoRoot } from '../../../support/repoRoot';
import { needBubblewrap } from '../../../support/sandboxes';
import { TestFolder } from '../../../support/testFolder';

type Texts = Readonly<Record<string, string>>;

interface RecordOptions {
	readonly files: Texts;
	readonly script: string;
	readonly timeoutMs?: number;
	readonly runner?: Pick<ProcessRunner, 'run'>;
	/** Whether the project has Faultline's own installed packages. */
	readonly isInstalled?: boolean;
	/** Of Python. */
	readonly interpreter?: string;
}

/** Interpreters of both kinds, by what records in them, as far as they are installed. */
function pythons(): ReadonlyMap<string, string> {
	const monitors = 'import sys; print("sys.monitoring" if hasattr(sys, "monitoring") else "sys.settrace")';
	const found = new Map<string, string>();
	for (const program of ['python3', ...globSync(join(homedir(), '.pyenv/versions/3.*/bin/python3'))]) {
		try {
			const kind = execFileSync(program, ['-c', monitors], { stdio: 'pipe' }).toString().trim();
			found.set(kind, found.get(kind) ?? program);
		} catch {
			// It is not installed.
		}
	}
	return found;
}

const library = `
def decorated(function):
    return function

class Basket:
    @decorated
    def total(self, prices):
        return sum(twice(price) for price in prices)

    def unused(self):
        return 1

def twice(price):
    import rates
    return price * rates.rate()
`;
const rates = 'def rate():\n    return 3\n\nrate()\n\ndef once():\n    return 1\n\nonce()\n';
const total = 'from shop import Basket\n\nassert Basket().total([1, 2]) == 6\n';

describe('recording what a reproducer executes', () => {
	const folder = new TestFolder();
	let copy: string;

	const record = async (language: string, options: RecordOptions): Promise<RecordedReproducer> => {
		const { files, script, timeoutMs, runner, isInstalled, interpreter } = options;
		const data = openGrammarFolder(repoRoot).languages.find(({ id }) => id === language)?.reproducer;
		assert.ok(data);
		folder.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])));
		if (isInstalled === true) {
			symlinkSync(join(repoRoot, 'node_modules'), folder.path('project', 'node_modules'));
		}
		const [log, storage] = [new RecordedLog(), folder.path('storage')];
		const roots = [{ name: 'project', dir: folder.path('project') }];
		const { workspace } = await openWorkspace({ roots, packageRoot: repoRoot, log, storage });
		const checkout = await new ScratchCheckouts({ roots, storage, log, dependencies: 'linked' }).create('record');
		copy = checkout.folder;
		try {
			const run = {
				...{ runner: runner ?? new ProcessRunner({ graceMs: 100 }), checkout, language: data },
				...(timeoutMs !== undefined && { timeoutMs }),
				...(interpreter !== undefined && { interpreters: new Map([['python3', interpreter]]) }),
			};
			return await recordReproducer(run, script, workspace.index);
		} finally {
			await checkout.dispose();
		}
	};
	/** The functions of the project that were called, in their order, and the lines of its files. */
	const executed = async (language: string, options: RecordOptions) => {
		const recorded = await record(language, options);
		assert.ok(!('problem' in recorded), JSON.stringify(recorded));
		const functions = recorded.called.map(
			({ file, line, name, isImport }) => `${file}:${line} ${name}${isImport ? ' (import)' : ''}`,
		);
		const lines = Object.fromEntries([...recorded.lines].map(([path, own]) => [path, [...own].sort((a, b) => a - b)]));
		return { functions, lines };
	};
	const called = async (language: string, options: RecordOptions) => (await executed(language, options)).functions;
	const shop: Texts = { 'shop.py': library, 'rates.py': rates };

	for (const [means, interpreter] of pythons()) {
		describe(`in Python, by ${means}`, () => {
			const options = (script: string, files: Texts = shop) => ({ files, script, interpreter });
			const python = (script: string, files?: Texts) => called('python', options(script, files));

			it('finds what it calls in the order of the first calls, apart from what imports call', async () => {
				assert.deepEqual(await python(total), [
					'shop.py:2 decorated (import)',
					'shop.py:6 total',
					'shop.py:8 <genexpr>',
					'shop.py:13 twice',
					'rates.py:6 once (import)',
					'rates.py:1 rate',
				]);
			});

			it('calls what runs under eval and exec called, not imported', async () => {
				const script =
					'import shop\neval("shop.twice(1)")\nexec("Basket().unused()", {"Basket": shop.Basket})\nassert False\n';
				const functions = await python(script);
				assert.deepEqual(
					functions.filter(each => each.startsWith('shop')),
					['shop.py:2 decorated (import)', 'shop.py:13 twice', 'shop.py:10 unused'],
				);
			});

			it('finds the lines of what it calls', async () => {
				const { lines } = await executed('python', options(total));
				assert.deepEqual(lines, { 'shop.py': [2, 3, 5, 6, 7, 8, 10, 13, 14, 15], 'rates.py': [1, 2, 4, 6, 7, 9] });
			});

			it('leaves nothing behind in the workspace', async () => {
				await python(total);
				assert.deepEqual(readdirSync(folder.path('project')).sort(), ['rates.py', 'shop.py']);
				assert.equal(existsSync(join(copy, '.faultline')), false);
			});

			const ending = (end: string) => `import shop\nprint(shop.twice(1))\n${end}`;
			const ends: Texts = {
				'calls sys.exit': ending('import sys\nprint("AssertionError: x", file=sys.stderr)\nsys.exit(3)\n'),
				'calls os._exit': ending(
					'import os, sys\nprint("AssertionError: x", file=sys.stderr, flush=True)\nos._exit(3)\n',
				),
				'is ended by a signal': ending(
					'import os, sys\nprint("AssertionError: x", file=sys.stderr, flush=True)\nos.kill(os.getpid(), 9)\n',
				),
				'prints what is no text': ending('import sys\nsys.stdout.buffer.write(bytes(range(256)))\nassert False\n'),
				'closes all files and changes its folder': ending(
					'import os\nos.closerange(3, 64)\nos.chdir("/")\nassert False\n',
				),
			};
			for (const [what, script] of Object.entries(ends)) {
				it(`finds what one calls that ${what}`, async () => {
					const { functions, lines } = await executed('python', options(script));
					assert.deepEqual(
						functions.filter(each => !each.endsWith('(import)')),
						['shop.py:13 twice', 'rates.py:1 rate'],
					);
					assert.deepEqual(
						lines['shop.py']?.filter(line => line > 13),
						[14, 15],
					);
				});
			}

			it('finds what threads and forks call', async () => {
				const script = `import os, threading, shop
thread = threading.Thread(target=shop.twice, args=(1,))
thread.start()
thread.join()
child = os.fork()
if child == 0:
    shop.Basket().unused()
    os._exit(0)
os.waitpid(child, 0)
assert False
`;
				const found = await python(script);
				assert.ok(found.includes('shop.py:13 twice') && found.includes('shop.py:10 unused'), found.join('\n'));
			});

			it('finds what one calls that recurses too deeply', async () => {
				const deep = 'def down(n):\n    return up(n + 1)\n\ndef up(n):\n    return down(n)\n';
				const script =
					'import deep\ntry:\n    deep.down(0)\nexcept RecursionError:\n    raise AssertionError("too deep")\n';
				assert.deepEqual(await python(script, { 'deep.py': deep }), ['deep.py:1 down', 'deep.py:4 up']);
			});

			it('finds what is called before a file with a syntax error', async () => {
				const script =
					'import shop\nshop.twice(1)\ntry:\n    import broken\nexcept SyntaxError:\n    raise AssertionError("broken")\n';
				const found = await python(script, { 'shop.py': library, 'rates.py': rates, 'broken.py': 'def (:\n' });
				assert.ok(found.includes('shop.py:13 twice'), found.join('\n'));
			});

			it('sees the script as the main module, with its own folder and arguments', async () => {
				const script = `import sys, os, __main__
def own(): pass
ok = __name__ == '__main__' and __main__.own is own and len(sys.argv) == 1 and __file__ == sys.argv[0]
ok = ok and os.path.samefile(sys.path[0], '.')
import shop
shop.twice(1)
assert not ok
`;
				assert.ok((await python(script)).includes('shop.py:13 twice'));
			});

			it('reports that one took too long, or did something else', async () => {
				const slow = 'import shop, time\nshop.twice(1)\ntime.sleep(60)\n';
				assert.deepEqual(await record('python', { ...options(slow), timeoutMs: 1500 }), {
					problem: 'While it was recorded, the reproducer did not fail as before. Timed out.',
				});
				const breaks = await record('python', options('assert sum([1]) == 1\n1 / 0\n'));
				assert.match('problem' in breaks ? breaks.problem : '', /did not fail as before\. .*ZeroDivisionError/);
			});

			it('works in the sandbox', async function () {
				await needBubblewrap(this);
				const confined = { packageRoot: repoRoot, variables: [], network: false, sandbox: true };
				const { runner } = await openConfinement(confined);
				const found = await called('python', { files: shop, script: total, runner });
				assert.ok(found.includes('rates.py:1 rate'), found.join('\n'));
			});
		});
	}

	describe('in JavaScript and TypeScript', () => {
		const basket = `class Basket {
	constructor(prices) {
		this.prices = prices;
	}
	get total() {
		return this.prices.map(price => twice(price)).reduce((a, b) => a + b, 0);
	}
	unused() {}
}
const twice = price => price * 3;
`;
		const found = ['2 Basket', '5 get total', '6 ', '6 ', '10 twice'];
		const strict = "strict as assert } from 'node:assert';\n";
		const scripts: Readonly<Record<string, readonly [string, string, Texts]>> = {
			CommonJS: [
				'javascript',
				"const assert = require('node:assert');\nassert.equal(new (require('./shop.js').Basket)([1, 2]).total, 6);\n",
				{ 'shop.js': `${basket}exports.Basket = Basket;\n` },
			],
			'an ES module': [
				'javascript',
				`import { ${strict}import { Basket } from './shop.mjs';\nassert.equal(new Basket([1, 2]).total, 6);\n`,
				{ 'shop.mjs': `${basket}export { Basket };\n` },
			],
			'one that calls process.exit': [
				'javascript',
				"const { Basket } = require('./shop.js');\nnew Basket([1]).total;\nconsole.error('AssertionError: x');\nprocess.exit(2);\n",
				{ 'shop.js': `${basket}exports.Basket = Basket;\n` },
			],
			'one that uses a worker thread': [
				'javascript',
				"const { Worker } = require('node:worker_threads');\nnew Worker(\"const { Basket } = require('./shop.js'); new Basket([1]).total\", { eval: true }).on('exit', () => require('node:assert').ok(false));\n",
				{ 'shop.js': `${basket}exports.Basket = Basket;\n` },
			],
		};
		for (const [what, [language, script, files]] of Object.entries(scripts)) {
			it(`finds what it calls: ${what}`, async () => {
				const [file] = Object.keys(files);
				const { functions, lines } = await executed(language, { files, script });
				assert.deepEqual(
					functions,
					[...new Set(found)].map(each => `${file}:${each}`),
				);
				assert.deepEqual(
					lines[file ?? '']?.filter(line => line > 1 && line < 10),
					[2, 3, 4, 5, 6, 7, 9],
				);
			});
		}

		it('finds the places in the source of what a bundler compiled', async () => {
			const script = `import { ${strict}import { Basket } from './src/shop.ts';\nassert.equal(new Basket([1, 2]).total, 6);\n`;
			const typed = basket.replace('constructor(prices)', 'prices: number[];\n\tconstructor(prices: number[])');
			const files = { 'src/shop.ts': `export interface Unused {\n\ta: 1;\n}\n${typed}export { Basket };\n` };
			const { functions, lines } = await executed('typescript', { files, script, isInstalled: true });
			assert.deepEqual(
				functions.map(each => each.slice(0, each.indexOf(' '))),
				[5, 6, 9, 10, 14].map(line => `src/shop.ts:${line}`),
			);
			assert.deepEqual(
				lines['src/shop.ts']?.filter(line => line < 15),
				[4, 5, 6, 7, 8, 9, 10, 11, 13, 14],
			);
		});

		it('leaves out code that differs from its file, without a source map', async () => {
			const hook = `const { readFileSync } = require('node:fs');
require.extensions['.js'] = (module, file) => module._compile('// moved\\n' + readFileSync(file, 'utf8'), file);
const { Basket } = require('./shop.js');
require('node:assert').equal(new Basket([1]).total, 2);
`;
			const files = { 'shop.js': `${basket}exports.Basket = Basket;\n` };
			const recorded = await record('javascript', { files, script: hook });
			assert.deepEqual(recorded, { problem: 'Nothing was recorded of the reproducer.' });
		});
	});

	it('runs it once for both its functions and its lines', async () => {
		folder.write(Object.fromEntries(Object.entries(shop).map(([path, text]) => [`project/${path}`, text])));
		const roots = [{ name: 'project', dir: folder.path('project') }];
		const [logged, storage] = [new RecordedLog(), folder.path('storage')];
		const { workspace } = await openWorkspace({ roots, packageRoot: repoRoot, log: logged, storage });
		const { signal } = new AbortController();
		const checkouts = new ScratchCheckouts({ roots, storage, log: logged, dependencies: 'linked' });
		const copy = new PatchedCopy(checkouts, 'record', signal);
		const [commands, processes]: [string[], ProcessRunner] = [[], new ProcessRunner({ graceMs: 100 })];
		const runner: Runner = {
			run: command => {
				commands.push(String(command.command));
				return processes.run(command);
			},
		};
		const log = RunLog.start(nullRunStore, { now: () => 0 }, 'a');
		const issue = { title: 'total', body: '', source: { kind: 'text' } } as const;
		await log.emit(rootNode, {
			...{ type: 'runStarted', runId: 'a', issue, engine: 'test', workspace: ['/w'], version: '0' },
		});
		try {
			const runs = new ReproducerRuns(log, workspace, { execution: { checkouts, runner }, copy, signal });
			const reproducer = { id: 'r', language: 'python', text: total, file: 'faultline_reproducer.py' };
			const functions = await runs.trace(rootNode, reproducer);
			const recorded = await runs.record(reproducer);
			assert.deepEqual(
				functions?.map(({ name }) => name),
				['total', '<genexpr>', 'twice', 'rate'],
			);
			assert.ok('lines' in recorded && recorded.lines.get('shop.py')?.has(15));
			assert.equal(commands.length, 1, commands.join('\n'));
		} finally {
			await copy.dispose();
		}
	});

	it('is not possible in a language without a recorder', async () => {
		assert.deepEqual(await record('ruby', { files: { 'a.rb': '' }, script: 'raise' }), {
			problem: 'What a reproducer in this language executes cannot be recorded.',
		});
	});
});
