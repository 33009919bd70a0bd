import assert from 'node:assert/strict';
import { budget, budgetViolations, medianFileLines } from './budgets';
import { parseSource, readSources } from './sourceFile';

describe('budgets', () => {
	it('are kept by every file of src', async () => {
		assert.deepEqual((await readSources()).flatMap(budgetViolations), []);
	});

	it('are kept by the median file of src', async () => {
		const sources = await readSources();
		assert.ok(sources.length > 0);
		assert.ok(medianFileLines(sources) <= budget.medianFileLines, `${medianFileLines(sources)} lines`);
	});

	const statements = (count: number) => 'work();\n'.repeat(count);
	const over: [what: string, text: string][] = [
		['has 301 lines', statements(301)],
		['f has 61 lines', `function f() {\n${statements(59)}}`],
		['has 61 lines', `const f = () => {\n${statements(59)}};`],
		['m has 61 lines', `class C { m() {\n${statements(59)}} }`],
		[
			'nests 4 deep',
			'function f() { if (a) { for (const b of c) { while (d) { try { g(); } catch (e) { h(e); } } } } }',
		],
		['nests 4 deep', 'function f() { if (a) {} else { if (b) { switch (c) { case 1: do { g(); } while (d); } } } }'],
		['takes 5 parameters', 'function f(a: A, b: B, c: C, d: D, e: E) {}'],
		['takes 5 parameters', 'class C { constructor(a: A, b: B, c?: C, d = 1, ...e: E[]) {} }'],
		['any', 'const a = (b: any) => b;'],
		['default export', 'export default function f() {}'],
		['default export', 'const a = 1; export { a as default };'],
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
		['300 lines', statements(300)],
		['a function of 60 lines', `function f() {\n${statements(58)}}`],
		['an else-if chain', 'function f() { if (a) {} else if (b) {} else if (c) {} else if (d) {} else { if (e) {} } }'],
		['a function inside a function', 'function f() { if (a) { if (b) { g(() => { if (c) { if (d) {} } }); } } }'],
		['four parameters and this', 'function f(this: T, a: A, b: B, c: C, d: D) {}'],
		[
			'constant data',
			`const a = new Set(['b']); const c = ['d'] as const; class E { static readonly f = 1; #g = new Map(); }`,
		],
		['an empty value nobody can fill', 'const none: readonly string[] = []; const noFront: Front = {};'],
		['state inside a function', 'function f() { let count = 0; const seen = new Set(); const list = []; }'],
		['the word any', `const any = 'any'; // any`],
	];
	for (const [what, text] of within) {
		it(`allow ${what}`, async () => {
			assert.deepEqual(budgetViolations(await parseSource('src/core/a.ts', text)), []);
		});
	}

	it('take the middle file for the median', async () => {
		const sources = await Promise.all([1, 50, 200].map(count => parseSource('src/core/a.ts', statements(count))));
		assert.equal(medianFileLines(sources), 50);
	});
});
