import assert from 'node:assert/strict';
import { openGrammarFolder } from '../../src/code/node/languages/grammarFolder';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../src/sandbox/node/confinement/processRunner';
import { Cells } from '../../src/sandbox/pure/workbench/cells';
import { systemClock } from '../../src/system/node/systemClock';
import { isInstalled } from '../support/exampleProject';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';

/** Code of each language with cells, one cell after the other, with the output of each, and how it ends unless `ok`. */
type Session = readonly (readonly [code: string, output: RegExp, end?: 'failed'])[];

const sessions: Readonly<Record<string, Session>> = {
	python: [
		['a = 1\nb = 2', /^$/],
		['a + b', /^3$/],
		['None', /^$/],
		['def f():\n    return a / 0\n', /^$/],
		[
			'f()',
			/^Traceback[\s\S]*File "<cell 5>", line 1, in <module>\n {4}f\(\)\n[\s\S]*File "<cell 4>", line 2[\s\S]*ZeroDivisionError: division by zero$/,
			'failed',
		],
		['x = {', /SyntaxError/, 'failed'],
		['import sys; print("out"); print("err", file=sys.stderr)', /^out\nerr$/],
		['import os; os.system("echo child; echo err >&2")', /^child\nerr\n0$/],
		['input()', /EOFError/, 'failed'],
		['exit()', /SystemExit/, 'failed'],
		['import own; own.name', /^'own'$/],
		['print("é" * 3); "\\n"', /^ééé\n'\\n'$/],
		['a', /^1$/],
	],
	javascript: [
		['const a = 1; let b = 2', /^$/],
		['a + b', /^3$/],
		['undefined', /^$/],
		['const a = await Promise.resolve(5); a', /^5$/],
		['function f() { throw new Error("wrong"); }', /^$/],
		['f()', /^Error: wrong\n {4}at f \(<anonymous>:1:22\)\n {4}at <anonymous>:1:1$/, 'failed'],
		['const x = {', /SyntaxError/, 'failed'],
		['console.log("out"); console.error("err")', /^out\nerr$/],
		['({ a: [1, "b"] })', /^\{ a: \[ 1, 'b' \] \}$/],
		['require("./own.cjs")', /^'own'$/],
		['(await import("./own.mjs")).name', /^'own'$/],
		['[(await import("./own.mjs")).name, "import(x)", `import(y)`]', /^\[ 'own', 'import\(x\)', 'import\(y\)' \]$/],
		['"import (x)" + /import(x)/.source // import(x)', /^'import \(x\)import\(x\)'$/],
		[
			'setTimeout(() => { throw new Error("late") }, 1); await new Promise(done => setTimeout(done, 50))',
			/^Error: late/,
		],
		['"é\\n"', /^'é\\n'$/],
		['a', /^5$/],
	],
};

describe('cells', () => {
	const folder = new TestFolder();
	const { languages } = openGrammarFolder(repoRoot);
	const withCells = languages.filter(({ cells }) => cells !== undefined);

	it('are tested for each language that has them', () => {
		assert.deepEqual(withCells.map(({ id }) => id).sort(), Object.keys(sessions).sort());
	});

	for (const { id, name, reproducer } of withCells) {
		it(`of ${name} run one after the other in one scope`, async function () {
			if (!(reproducer?.interpreter ?? []).some(program => isInstalled(program))) {
				console.log(`      left out: ${name} is not installed`);
				this.skip();
			}
			folder.write({
				...{ 'project/own.py': "name = 'own'\n", 'project/own.cjs': "module.exports = 'own';\n" },
				'project/own.mjs': "export const name = 'own';\n",
			});
			const roots = [{ name: 'project', dir: folder.path('project') }];
			const checkouts = new ScratchCheckouts({ roots, storage: folder.path('storage'), log: new RecordedLog() });
			const checkout = await checkouts.create('cells');
			const running = { runner: new ProcessRunner(), clock: systemClock, signal: new AbortController().signal };
			const cells = new Cells({ ...running, checkout, languages, interpreters: undefined, timeoutMs: 30_000 });
			try {
				for (const [code, output, expected = 'ok'] of sessions[id] ?? []) {
					const { text, end, ok } = await cells.run(id, code);
					assert.match(text, output, `${code}\nprinted:\n${text}`);
					assert.deepEqual([end, ok], [expected, expected === 'ok'], code);
				}
				assert.equal(await checkout.diff(), '', 'an interpreter leaves nothing behind');
			} finally {
				await cells.end();
				await checkout.dispose();
			}
		});
	}
});
