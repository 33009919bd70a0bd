import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { Checkout } from '../../src/core/ports';
import { type RanReproducer, runReproducer } from '../../src/core/stages/reproduce/runReproducer';
import { UserError } from '../../src/core/util/userError';
import { ScratchCheckouts } from '../../src/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../src/node/processRunner';
import { installedGrammars } from '../support/grammars';
import { RecordedLog } from '../support/recordedLog';
import { TestFolder } from '../support/testFolder';

interface Example {
	readonly language: string;
	/** What has to be installed: a program and an argument with which it does nothing. */
	readonly program: readonly [string, string];
	readonly project: Readonly<Record<string, string>>;
	/** Put right by replacing `right` for `wrong` in a file. */
	readonly fix: readonly [path: string, wrong: string, right: string];
	readonly red: string;
	readonly environment: string;
	readonly otherError: string;
}

const javaMain = (body: string, head = '') =>
	`${head}public class FaultlineReproducer { public static void main(String[] args) throws Exception { ${body} } }`;

const examples: readonly Example[] = [
	{
		language: 'python',
		program: ['python3', '--version'],
		project: { 'src/shop/__init__.py': '', 'src/shop/cart.py': 'def total(prices):\n    return sum(prices[1:])\n' },
		fix: ['src/shop/cart.py', 'prices[1:]', 'prices'],
		red: 'from shop.cart import total\nassert total([1, 2]) == 3, total([1, 2])\n',
		environment: 'import no_such_package\n',
		otherError: 'from shop.cart import total\ntotal()\n',
	},
	{
		language: 'javascript',
		program: ['node', '--version'],
		project: { 'cart.cjs': 'exports.total = prices => prices.slice(1).reduce((a, b) => a + b, 0);\n' },
		fix: ['cart.cjs', '.slice(1)', ''],
		red: `import assert from 'node:assert';\nimport { total } from './cart.cjs';\nassert.equal(total([1, 2]), 3);\n`,
		environment: `import 'no-such-package';\n`,
		otherError: `import { total } from './cart.cjs';\ntotal();\n`,
	},
	{
		language: 'typescript',
		program: ['node', '--version'],
		project: { 'cart.mts': 'export const total = (prices: number[]) => prices.slice(1).reduce((a, b) => a + b, 0);\n' },
		fix: ['cart.mts', '.slice(1)', ''],
		red: `import assert from 'node:assert/strict';\nimport { total } from './cart.mts';\nconst sum: number = total([1, 2]);\nassert.equal(sum, 3);\n`,
		environment: `import { x } from './gone.mts';\nx();\n`,
		otherError: `throw new Error('AssertionError: not really');\n`,
	},
	{
		language: 'c',
		program: ['cc', '--version'],
		project: {
			'src/cart.h': 'int total(int a, int b);\n',
			'src/cart.c': '#include "cart.h"\nint total(int a, int b) { return a - b; }\n',
		},
		fix: ['src/cart.c', 'a - b', 'a + b'],
		red: '#include <assert.h>\n#include "src/cart.c"\nint main(void) { assert(total(1, 2) == 3); return 0; }\n',
		environment: '#include <no_such_header.h>\nint main(void) { return 0; }\n',
		otherError: 'int main(void) { return total(1 2); }\n',
	},
	{
		language: 'cpp',
		program: ['c++', '--version'],
		project: { 'include/cart.hpp': '#pragma once\ninline int total(int a, int b) { return a - b; }\n' },
		fix: ['include/cart.hpp', 'a - b', 'a + b'],
		red: '#include <cassert>\n#include "cart.hpp"\nint main() { assert(total(1, 2) == 3); }\n',
		environment: '#include <no_such_header.h>\nint main() {}\n',
		otherError: '#include <stdexcept>\nint main() { throw std::runtime_error("assertion"); }\n',
	},
	{
		language: 'java',
		program: ['javac', '-version'],
		project: {
			'src/main/java/shop/Cart.java':
				'package shop;\npublic class Cart { public static int total(int a, int b) { return a - b; } }\n',
		},
		fix: ['src/main/java/shop/Cart.java', 'a - b', 'a + b'],
		red: javaMain('if (shop.Cart.total(1, 2) != 3) { throw new AssertionError("total is wrong"); }'),
		environment: javaMain('new Thing();', 'import org.nowhere.Thing;\n'),
		otherError: javaMain('Object none = null; none.toString();'),
	},
	{
		language: 'rust',
		program: ['rustc', '--version'],
		project: { 'src/cart.rs': 'pub fn total(a: i32, b: i32) -> i32 { a - b }\n' },
		fix: ['src/cart.rs', 'a - b', 'a + b'],
		red: '#[path = "src/cart.rs"]\nmod cart;\nfn main() { assert_eq!(cart::total(1, 2), 3); }\n',
		environment: 'use no_such_crate::thing;\nfn main() { thing(); }\n',
		otherError: 'fn main() { let v: Vec<i32> = vec![]; println!("{}", v[3]); }\n',
	},
];

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

	for (const { language, program, project, fix, red, environment, otherError } of examples) {
		describe(`with ${language}`, () => {
			before(function () {
				try {
					execFileSync(program[0], [program[1]], { stdio: 'ignore' });
				} catch {
					this.skip();
				}
			});
			beforeEach(() => open(project));

			it('is red while the bug is there, and green once it is fixed', async () => {
				const before = await run(language, red);
				assert.equal(before.verdict, 'reproduced', `${before.why}\n${before.execution.stderr}`);
				const [path, wrong, right] = fix;
				await checkout.write(path, (await checkout.files.readText(path)).replace(wrong, right));
				const after = await run(language, red);
				assert.equal(after.verdict, 'passed', `${after.why}\n${after.execution.stderr}`);
			});

			it('takes what is not installed, and other errors, for no reproduction', async () => {
				const missing = await run(language, environment);
				assert.equal(missing.verdict, 'environment', `${missing.why}\n${missing.execution.stderr}`);
				const wrong = await run(language, otherError);
				assert.equal(wrong.verdict, 'otherError', `${wrong.why}\n${wrong.execution.stderr}`);
			});
		});
	}

	it('finds a reproducer flaky that shows something else the second time', async () => {
		await open({ 'a.mjs': '' });
		const once = `import assert from 'node:assert'; import { existsSync, writeFileSync } from 'node:fs';
			const isSecond = existsSync('mark'); writeFileSync('mark', ''); assert.ok(isSecond);`;
		const { verdict, why } = await run('javascript', once);
		assert.equal(verdict, 'flaky');
		assert.match(why, /^Once: Its assertion failed: .* Then: It ended with exit code 0/);
	});

	it('ends one that hangs, and says so', async () => {
		await open({ 'a.mjs': '' });
		const hangs = `console.error('AssertionError: not yet'); setInterval(() => {}, 1000);`;
		assert.equal((await run('javascript', hangs, { timeoutMs: 1000 })).verdict, 'timedOut');
	});

	it('takes the next way where a program is not there, and says what is missing where all are used up', async () => {
		await open({ 'a.mjs': '' });
		const language = { file: 'r.mjs', failBy: 'x', assertionFailures: ['^AssertionError'], environmentErrors: [] };
		const parts = { runner, checkout };
		const ways = [{ steps: [['no-such-program', '{file}']] }, { needs: 'gone.json', steps: [['node', '-e', '1']] }];
		const last = { file: 'sub/other.mjs', needs: 'a.mjs', steps: [['node', '{file}']] };
		const ran = await runReproducer({ ...parts, language: { ...language, ways: [...ways, last] } }, 'console.log(1)');
		assert.deepEqual([ran.verdict, ran.file, ran.execution.stdout], ['passed', 'sub/other.mjs', '1\n']);
		assert.deepEqual(
			(await checkout.files.list()).map(({ path }) => path),
			['a.mjs', 'sub/other.mjs'],
		);
		await assert.rejects(
			runReproducer({ ...parts, language: { ...language, ways } }, ''),
			error => error instanceof UserError && /no-such-program was not found/.test(error.message),
		);
	});
});
