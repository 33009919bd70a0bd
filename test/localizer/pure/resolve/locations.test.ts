import assert from 'node:assert/strict';
import { briefOf } from '../brief/briefOf';
import { contextOf, locationsOf, problemsOf, resolveProject } from './resolveProject';
import { shop } from './shop';

const weigh = { class: 'Crate', method: 'weigh', file: 'shop/stock.py' };
const refill = { class: 'Crate', method: 'refill', file: 'shop/stock.py' };

describe('locations of what a model named', () => {
	it('come in its order, with scores that go down', async () => {
		const { resolve } = await resolveProject(shop);
		const { locations } = await resolve([weigh, { method: 'count' }, refill, { file: 'README.md' }]);
		assert.deepEqual(
			locations.map(({ id, score }) => [id, score]),
			[
				['shop/stock.py#Crate.weigh', 1],
				['shop/stock.py#count', 0.95],
				['shop/stock.py#Crate.refill', 0.9],
				['README.md#L1-3', 0.85],
			],
		);
	});

	it('are named by the model in the round of its answer', async () => {
		const { resolve } = await resolveProject(shop);
		const { locations } = await resolve([weigh]);
		assert.deepEqual(locations[0]?.evidence, [
			{ kind: 'model', text: 'Named by the model as Crate.weigh in shop/stock.py.', node: 'r3' },
		]);
	});

	it('report where the model named them, if that was elsewhere', async () => {
		const { resolve } = await resolveProject(shop);
		const { locations } = await resolve([{ ...weigh, file: 'shop/cart.py' }]);
		assert.equal(locations[0]?.evidence[0]?.text, 'Named by the model as Crate.weigh in shop/cart.py, found here.');
	});

	it('name each round whose answers showed their code, but none that showed the whole file or class', async () => {
		const { resolve } = await resolveProject(shop);
		const file = 'shop/stock.py';
		const place = { file, startLine: 10, endLine: 11, class: 'Crate', method: 'weigh' };
		const { locations } = await resolve([weigh], {
			support: [
				{ node: 'r1', places: [place, place] },
				{
					node: 'r2',
					places: [
						{ file, startLine: 1, endLine: 15 },
						{ file, startLine: 6, endLine: 11, class: 'Crate' },
					],
				},
				{ node: 'r4', places: [{ file: 'shop/cart.py', startLine: 10, endLine: 11, method: 'x' }] },
				{ node: 'r5', places: [{ file, startLine: 11, endLine: 11, class: 'Crate', method: 'weigh' }] },
			],
		});
		assert.deepEqual(
			locations[0]?.evidence.map(({ node }) => node),
			['r3', 'r1', 'r5'],
		);
	});

	it('are one where two names mean the same lines, with the intended behavior of each', async () => {
		const { resolve } = await resolveProject(shop);
		const { locations } = await resolve([
			{ ...weigh, intendedBehavior: 'Counts the crate.' },
			{ method: 'count', intendedBehavior: 'Counts all.' },
			{ file: 'shop/stock.py', startLine: 11, intendedBehavior: 'Adds the lid.' },
			{ method: 'Crate.weigh', intendedBehavior: 'Counts the crate.' },
		]);
		assert.deepEqual(
			locations.map(({ id, intendedBehavior }) => [id, intendedBehavior]),
			[
				['shop/stock.py#Crate.weigh', 'Counts the crate.\nAdds the lid.'],
				['shop/stock.py#count', 'Counts all.'],
			],
		);
		assert.deepEqual(
			locations[0]?.evidence.map(({ text }) => text),
			[
				'Named by the model as Crate.weigh in shop/stock.py.',
				'Named by the model as shop/stock.py.',
				'Named by the model as Crate.weigh.',
			],
		);
	});

	it('have ids of their own where two parts of a definition are apart', async () => {
		const text =
			'class A:\n    @property\n    def x(self):\n        return 1\n\n    y = 2\n\n    @x.setter\n    def x(self, v):\n        pass\n';
		const { resolve } = await resolveProject({ 'a.py': text });
		const { locations } = await resolve([{ method: 'A.x' }]);
		assert.deepEqual(
			locations.map(({ id }) => id),
			['a.py#A.x', 'a.py#L8-10'],
		);
	});

	it('take the intended behavior from the issue if the model gave none and a sentence names them', async () => {
		const { resolve } = await resolveProject(shop);
		const brief = briefOf('`Crate.weigh` should weigh its lid too.');
		const { locations } = await resolve([weigh, refill], { brief });
		assert.deepEqual(
			locations.map(({ intendedBehavior }) => intendedBehavior),
			['`Crate.weigh` should weigh its lid too.', ''],
		);
	});

	it('quote the issue at the first place where it states nothing about the code', async () => {
		const { resolve } = await resolveProject(shop);
		const brief = briefOf('The crate should weigh its lid too.');
		const { locations } = await resolve([weigh, refill], { brief });
		assert.deepEqual(
			locations.map(({ intendedBehavior, fromIssue }) => [intendedBehavior, fromIssue]),
			[
				['', 'The crate should weigh its lid too.'],
				['', undefined],
			],
		);
	});

	it('have the lines that the model named as their focus, else the line that the issue is about', async () => {
		const { resolve } = await resolveProject(shop);
		const body = 'A full crate weighs too little.';
		const issue = { title: 'Wrong', body, source: { kind: 'text' as const } };
		const focusOf = async (named: typeof weigh & { startLine?: number }) =>
			(await resolve([named], { brief: briefOf(body), issue })).locations[0]?.focus;
		assert.deepEqual(await focusOf({ ...weigh, startLine: 11 }), [{ startLine: 11, endLine: 11 }]);
		assert.deepEqual(await focusOf(weigh), [{ startLine: 10, endLine: 10 }]);
	});
});

describe('the lines of a location', () => {
	it('are those its file has now, not those of the index', async () => {
		const { workspace, resolve } = await resolveProject(shop);
		workspace.files.write('shop/stock.py', `import os\n\n\n${shop['shop/stock.py']}`);
		const resolved = await resolve([weigh]);
		assert.deepEqual(locationsOf(resolved), ['shop/stock.py:13-14 Crate weigh']);
		assert.deepEqual(contextOf(resolved), ['enclosing class shop/stock.py:9-14 Crate']);
	});

	it('are those of the same part of a definition that has several', async () => {
		const setter = '    @x.setter\n    def x(self, v):\n        pass\n';
		const text = `class A:\n    @property\n    def x(self):\n        return 1\n\n    y = 2\n\n${setter}`;
		const { workspace, resolve } = await resolveProject({ 'a.py': text });
		workspace.files.write('a.py', `import os\nimport re\nimport sys\n\n\n\n${text}`);
		assert.deepEqual(locationsOf(await resolve([{ file: 'a.py', method: 'A.x' }])), [
			'a.py:8-10 A x',
			'a.py:14-16 A x',
		]);
	});

	it('grow with the code', async () => {
		const { workspace, resolve } = await resolveProject(shop);
		const grown = (shop['shop/stock.py'] ?? '').replace('return 3', 'lid = 1\n        return 3 + lid');
		workspace.files.write('shop/stock.py', grown);
		assert.deepEqual(locationsOf(await resolve([weigh])), ['shop/stock.py:10-12 Crate weigh']);
	});

	it('are read once for each file, however many places it holds', async () => {
		const { workspace, resolve } = await resolveProject(shop);
		await resolve([weigh, refill, { file: 'shop/stock.py', startLine: 15 }]);
		assert.deepEqual(
			workspace.files.reads.filter(path => path === 'shop/stock.py'),
			['shop/stock.py'],
		);
	});

	it('are a problem where the definition is gone', async () => {
		const { workspace, resolve } = await resolveProject(shop);
		workspace.files.write('shop/stock.py', 'class Shelf:\n    pass\n');
		assert.deepEqual(problemsOf(await resolve([weigh])), ['Crate.weigh is no longer in shop/stock.py.']);
	});

	it('are a problem where the file is gone', async () => {
		const { workspace, resolve } = await resolveProject(shop);
		workspace.files.remove('shop/stock.py');
		assert.match(problemsOf(await resolve([weigh])).join('\n'), /^shop\/stock\.py: no such file in the workspace/);
	});
});
