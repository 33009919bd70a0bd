import assert from 'node:assert/strict';
import { budgetViolations, smallFileViolations } from './budgets';
import { parseSource, readSources } from './sourceFile';

describe('budgets', () => {
	it('are kept by every file of src', async () => {
		assert.deepEqual((await readSources()).flatMap(budgetViolations), []);
	});

	it('leave no small file that one other alone imports', async () => {
		assert.deepEqual(smallFileViolations(await readSources()), []);
	});

	const over: [what: string, text: string][] = [
		[
			'nests 4 deep',
			'function f() { if (a) { for (const b of c) { while (d) { try { g(); } catch (e) { h(e); } } } } }',
		],
		['nests 4 deep', 'function f() { if (a) {} else { if (b) { switch (c) { case 1: do { g(); } while (d); } } } }'],
		['module-level state', 'let count = 0;'],
		['module-level state', 'export let count = 0;'],
		['module-level state', 'var count = 0;'],
		['module-level state', 'const cache = new Map<string, number>();'],
		['module-level state', 'export const seen = new WeakSet();'],
		['module-level state', 'const list: string[] = [];'],
		['module-level state', 'const counts: Record<string, number> = {};'],
		['module-level state', 'class C { static count = 0; }'],
	];
	for (const [what, text] of over) {
		it(`notice what ${what} in ${text.slice(0, 60).replaceAll('\n', ' ')}`, async () => {
			const [violation, ...others] = budgetViolations(await parseSource('src/code/a.ts', text));
			assert.deepEqual(others, []);
			assert.ok(violation?.endsWith(what), violation);
		});
	}

	it('notice a file named after nothing in particular', async () => {
		assert.deepEqual(budgetViolations(await parseSource('src/code/utils.ts', 'export const a = 1;')), [
			'src/code/utils.ts is named after nothing in particular',
		]);
	});

	const within: [what: string, text: string][] = [
		['an else-if chain', 'function f() { if (a) {} else if (b) {} else if (c) {} else if (d) {} else { if (e) {} } }'],
		['a function inside a function', 'function f() { if (a) { if (b) { g(() => { if (c) { if (d) {} } }); } } }'],
		[
			'constant data',
			`const a = new Set(['b']); const c = ['d'] as const; class E { static readonly f = 1; #g = new Map(); }`,
		],
		['an empty value nobody can fill', 'const none: readonly string[] = []; const noFront: Front = {};'],
		['state inside a function', 'function f() { let count = 0; const seen = new Set(); const list = []; }'],
	];
	for (const [what, text] of within) {
		it(`allow ${what}`, async () => {
			assert.deepEqual(budgetViolations(await parseSource('src/code/a.ts', text)), []);
		});
	}

	it('notice a small file with one importer, but for ports, tools, entry points and larger ones', async () => {
		const check = async (path: string, lines: number, importers: readonly string[]) => {
			const specifier = `../${path.split('/').slice(-2).join('/').replace('.ts', '')}`;
			const texts = importers.map(from => parseSource(from, `import { a } from '${specifier}';\n`));
			const own = parseSource(path, 'export const a = 1;\n'.padEnd(20 + lines - 1, '\n'));
			return smallFileViolations(await Promise.all([own, ...texts])).filter(line => line.startsWith(path));
		};
		const [one, two, other] = ['src/system/pure/text/b.ts', 'src/system/pure/text/c.ts', 'src/runs/pure/diff/d.ts'];
		assert.deepEqual(await check('src/system/pure/text/a.ts', 29, [one]), [
			`src/system/pure/text/a.ts belongs into ${one}`,
		]);
		assert.deepEqual(await check('src/system/pure/text/a.ts', 30, [one]), []);
		assert.deepEqual(await check('src/system/pure/text/a.ts', 29, [one, two]), []);
		assert.deepEqual(await check('src/system/pure/text/a.ts', 29, [other]), []);
		assert.deepEqual(await check('src/models/pure/tools/a.ts', 29, [one]), []);
	});
});
