import assert from 'node:assert/strict';
import { budgetViolations, folderViolations, smallFileViolations } from './budgets';
import { parseSource, readSources } from './sourceFile';

describe('budgets', () => {
	it('are kept by every file of src', async () => {
		assert.deepEqual((await readSources()).flatMap(budgetViolations), []);
	});

	it('are kept by every folder of src', async () => {
		assert.deepEqual(folderViolations((await readSources()).map(({ path }) => path)), []);
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
			const [violation, ...others] = budgetViolations(await parseSource('src/core/a.ts', text));
			assert.deepEqual(others, []);
			assert.ok(violation?.endsWith(what), violation);
		});
	}

	it('notice a file named after nothing in particular', async () => {
		assert.deepEqual(budgetViolations(await parseSource('src/core/utils.ts', 'export const a = 1;')), [
			'src/core/utils.ts is named after nothing in particular',
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
			assert.deepEqual(budgetViolations(await parseSource('src/core/a.ts', text)), []);
		});
	}

	it('notice a folder of too many files, not counting those of its folders', () => {
		const files = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/f${at}.ts`);
		assert.deepEqual(folderViolations([...files('src/a', 20), ...files('src/a/b', 20)]), []);
		assert.deepEqual(folderViolations(files('src/a', 21)), ['src/a holds 21 files']);
	});

	it('notice a small file with one importer, but for ports, tools, entry points and larger ones', async () => {
		const check = async (path: string, lines: number, importers: readonly string[]) => {
			const specifier = `../${path.split('/').slice(-2).join('/').replace('.ts', '')}`;
			const texts = importers.map(from => parseSource(from, `import { a } from '${specifier}';\n`));
			const own = parseSource(path, 'export const a = 1;\n'.padEnd(20 + lines - 1, '\n'));
			return smallFileViolations(await Promise.all([own, ...texts])).filter(line => line.startsWith(path));
		};
		const [one, two, other] = ['src/core/util/b.ts', 'src/core/util/c.ts', 'src/core/diff/d.ts'];
		assert.deepEqual(await check('src/core/util/a.ts', 29, [one]), [`src/core/util/a.ts belongs into ${one}`]);
		assert.deepEqual(await check('src/core/util/a.ts', 30, [one]), []);
		assert.deepEqual(await check('src/core/util/a.ts', 29, [one, two]), []);
		assert.deepEqual(await check('src/core/util/a.ts', 29, [other]), []);
		assert.deepEqual(await check('src/core/tools/a.ts', 29, [one]), []);
	});
});
