import assert from 'node:assert/strict';
import { locationsOf, problemsOf, type ResolveProject, resolveProject } from './resolveProject';
import { shop } from './shop';

describe('lines and files that a model names', () => {
	let p: ResolveProject;
	before(async () => {
		p = await resolveProject({ ...shop, 'logo.png': new Uint8Array([137, 80, 78, 71]), 'empty.txt': '' });
	});

	const found: [string, Parameters<ResolveProject['resolve']>[0][number], string[]][] = [
		['L5: a file that is no code, whole', { file: 'README.md' }, ['README.md:1-3']],
		['the first lines of a long file', { file: 'settings.toml' }, ['settings.toml:1-200']],
		[
			'the lines named of a long file',
			{ file: 'settings.toml', startLine: 230, endLine: 231 },
			['settings.toml:230-231'],
		],
		['an empty file', { file: 'empty.txt' }, ['empty.txt:1']],
		['the function around the lines', { file: 'shop/stock.py', startLine: 15 }, ['shop/stock.py:14-15 count']],
		['the innermost function', { file: 'shop/cart.py', startLine: 24 }, ['shop/cart.py:23-24 Cart add.check']],
		[
			'the outer function of more lines',
			{ file: 'shop/cart.py', startLine: 24, endLine: 25 },
			['shop/cart.py:22-25 Cart add'],
		],
		[
			'lines in a class outside its methods',
			{ file: 'shop/cart.py', startLine: 5, endLine: 5 },
			['shop/cart.py:5 Cart'],
		],
		[
			'the class whose lines they are',
			{ file: 'shop/stock.py', startLine: 1, endLine: 3 },
			['shop/stock.py:1-3 Shelf'],
		],
		[
			'a function with the lines in front of it',
			{ file: 'shop/stock.py', startLine: 13, endLine: 15 },
			['shop/stock.py:14-15 count'],
		],
		['lines over several definitions', { file: 'shop/stock.py', startLine: 2, endLine: 8 }, ['shop/stock.py:2-8']],
		['lines the wrong way round', { file: 'README.md', startLine: 3, endLine: 2 }, ['README.md:2-3']],
		['lines written with the file', { file: 'README.md:2-3' }, ['README.md:2-3']],
		['one line written with the file', { file: 'shop/stock.py:15' }, ['shop/stock.py:14-15 count']],
		[
			'a method rather than lines elsewhere',
			{ file: 'shop/stock.py', method: 'count', startLine: 2 },
			['shop/stock.py:14-15 count'],
		],
		[
			'the one of two methods that is in the lines',
			{ file: 'shop/stock.py', method: 'refill', startLine: 8 },
			['shop/stock.py:7-8 Crate refill'],
		],
		[
			'the lines where the names are wrong',
			{ file: 'shop/stock.py', method: 'weight', startLine: 11 },
			['shop/stock.py:10-11 Crate weigh'],
		],
	];
	for (const [what, named, locations] of found) {
		it(`are ${what}`, async () => {
			const resolved = await p.resolve([named]);
			assert.deepEqual(problemsOf(resolved), []);
			assert.deepEqual(locationsOf(resolved), locations);
		});
	}

	it('report that only a part of a long file is used', async () => {
		const { notes } = await p.resolve([{ file: 'settings.toml' }]);
		assert.match(notes.join('\n'), /^settings\.toml has 260 lines, of which the first 200 are used/);
	});

	it('are cut at the end of the file, with a note', async () => {
		const resolved = await p.resolve([{ file: 'README.md', startLine: 2, endLine: 90 }]);
		assert.deepEqual(locationsOf(resolved), ['README.md:2-3']);
		assert.deepEqual(resolved.notes, ['README.md has only 3 lines.']);
	});

	it('report which name was wrong if the lines were used instead', async () => {
		const { notes } = await p.resolve([{ file: 'shop/stock.py', method: 'weight', startLine: 11 }]);
		assert.match(notes.join('\n'), /Nothing in the workspace is called "weight"\. Similar names: .*Crate\.weigh/);
	});

	it('are a problem where the file has no such line', async () => {
		const resolved = await p.resolve([{ file: 'README.md', startLine: 40 }]);
		assert.deepEqual(problemsOf(resolved), ['README.md has 3 lines: there is no line 40.']);
	});

	it('are a problem where the file is no text', async () => {
		const resolved = await p.resolve([{ file: 'logo.png' }]);
		assert.match(problemsOf(resolved).join('\n'), /^logo\.png: not a text file/);
	});

	it('have the id of the class whose lines they are', async () => {
		const { locations } = await p.resolve([{ file: 'shop/stock.py', startLine: 1, endLine: 3 }]);
		assert.deepEqual(
			locations.map(({ id }) => id),
			['shop/stock.py#Shelf'],
		);
	});

	it('have an id that names the file and the lines', async () => {
		const { locations } = await p.resolve([{ file: 'README.md', startLine: 2, endLine: 3 }]);
		assert.deepEqual(
			locations.map(({ id }) => id),
			['README.md#L2-3'],
		);
	});
});
