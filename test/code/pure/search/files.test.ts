import assert from 'node:assert/strict';
import { codeOf, placesOf, type SearchProject, searchProject } from './searchProject';

const shop = {
	'src/shop/book.py': `"""Orders."""\nLIMIT = 3\n\nclass Book(dict):\n    total = 0\n\n    def cancel(\n        self, order\n    ):\n        def inner():\n            pass\n        return order\n\n    class Row:\n        pass\n\ndef top():\n    pass\n`,
	'src/shop/empty.txt': 'only text\n',
	'src/shop/tests/test_book.py': 'def test_book():\n    pass\n',
	'lib/shop/tool.ts': 'export const tool = 1;\n',
	'setup.cfg': '[a]\n',
};

describe('list_files', () => {
	let p: SearchProject;
	before(async () => {
		p = await searchProject(shop);
	});

	it('shows a small workspace whole, by folder, its tests last', async () => {
		const { ok, text, places } = await p.ask('list_files');
		assert.deepEqual([ok, places], [true, []]);
		assert.equal(
			text,
			[
				...['The workspace has 5 files.', '', '.', '  setup.cfg (4 bytes)'],
				...['lib/shop/', '  tool.ts (23 bytes)', 'src/shop/', '  book.py (210 bytes)', '  empty.txt (10 bytes)'],
				...['src/shop/tests/', '  test_book.py (26 bytes, test code)'],
			].join('\n'),
		);
	});

	for (const folder of ['src/shop', './src/shop/', '/home/me/project/src/shop', 'src\\shop', 'src.shop']) {
		it(`finds a folder written as ${folder}`, async () => {
			assert.match((await p.ask('list_files', folder)).text, /^src\/shop\/ has 3 files\.\n\nsrc\/shop\/\n {2}book\.py/);
		});
	}

	it('shows every folder of that name', async () => {
		assert.match((await p.ask('list_files', 'shop')).text, /^lib\/shop\/, src\/shop\/ have 4 files\./);
	});

	const patterns: [pattern: string, files: readonly string[]][] = [
		['*.py', ['book.py', 'test_book.py']],
		['**/tests/*.py', ['test_book.py']],
		['src/**/*.{txt,ts}', ['empty.txt']],
		['src/*.py', []],
		['?ool.[st]s', ['tool.ts']],
		['[!t]*.py', ['book.py']],
		['BOOK', ['book.py', 'test_book.py']],
		['*(*+|.py', []],
		['{a,', []],
	];
	for (const [pattern, files] of patterns) {
		it(`finds the files that match ${pattern}, also where it is given as the folder`, async () => {
			for (const values of [['', pattern], ...(/[*?{]/.test(pattern) ? [[pattern]] : [])]) {
				const { ok, text } = await p.ask('list_files', ...values);
				assert.equal(ok, files.length > 0, text);
				assert.deepEqual([...text.matchAll(/^ {2}(\S+) \(/gm)].map(match => match[1]).sort(), files);
			}
		});
	}

	it('shows a large folder by its own files and folders', async () => {
		const many = Object.fromEntries(
			Array.from({ length: 100 }, (_, at) => [`pkg/${at % 2 === 0 ? 'a' : 'tests'}/f${at}.py`, 'x = 1\n']),
		);
		const { ask } = await searchProject({ ...many, 'pkg/main.py': 'x = 1\n', 'pkg/conftest.py': 'x = 1\n' });
		assert.equal(
			(await ask('list_files', 'pkg')).text,
			[
				...['pkg/ has 102 files; the files and folders directly in it are:', '', 'pkg/'],
				...[
					'  a/ (50 files)',
					'  tests/ (50 files, test code)',
					'  main.py (6 bytes)',
					'  conftest.py (6 bytes, test code)',
				],
			].join('\n'),
		);
	});

	it('takes the name of a file for a question where it is', async () => {
		assert.equal((await p.ask('list_files', 'book.py')).text, '"book.py" is no folder but names:\nsrc/shop/book.py');
	});

	it('names similar files where there is no folder, and never leaves the workspace', async () => {
		assert.deepEqual(await p.ask('list_files', 'src/bok.py'), {
			ok: false,
			text: 'No file or folder of the workspace is called "src/bok.py". Similar: src/shop/book.py.',
			places: [],
		});
		for (const folder of ['..', '../other', 'src/../../etc']) {
			assert.match((await p.ask('list_files', folder)).text, /lies outside the workspace/);
		}
	});
});

describe('outline', () => {
	let p: SearchProject;
	before(async () => {
		p = await searchProject(shop);
	});

	it('shows what a file defines, nested, with lines; nothing of the inside of functions', async () => {
		const answer = await p.ask('outline', 'book');
		assert.equal(
			answer.text,
			[
				'<file>src/shop/book.py</file> (18 lines)',
				...[
					'2     LIMIT = 3',
					'4-15  class Book(dict):',
					'5         total = 0',
					'7-12      def cancel( self, order ):',
				],
				...['14-15     class Row:', '17-18 def top():'],
			].join('\n'),
		);
		assert.equal(placesOf(answer)[2], 'src/shop/book.py:5-5 Book');
	});

	it('shows the functions in a function that has several, and no others', async () => {
		const hooks = [
			'function useCart(id) {',
			'  const add = item => {',
			'    const key = () => id;',
			'    save(key());',
		];
		const rest = ['  };', '  function clear() {', '    const none = [];', '  }', '  return { add, clear };', '}'];
		const { ask } = await searchProject({ 'cart.js': [...hooks, ...rest].join('\n') });
		assert.deepEqual((await ask('outline', 'cart.js')).text.split('\n').slice(1), [
			'1-10  function useCart(id) {',
			'2-5       const add = item => {',
			'6-8       function clear() {',
		]);
	});

	it('marks tests, and leads to the text of a file without definitions', async () => {
		assert.match(
			(await p.ask('outline', 'test_book.py')).text,
			/^<file>.*<\/file> \(2 lines; test code\)\n1-2 def test_book/,
		);
		assert.match((await p.ask('outline', 'empty.txt')).text, /\(1 line\)\n.*read_lines\("src\/shop\/empty\.txt"\)/);
	});

	it('states that a file could not be parsed', async () => {
		const { ask } = await searchProject({ 'broken.cpp': 'void f() {}\nclass {{{ void g() ]\n' });
		assert.match(
			(await ask('outline', 'broken.cpp')).text,
			/^<file>broken\.cpp<\/file> \(2 lines; parts of it could not be parsed: .*\)\n1 +void f/,
		);
	});

	it('lists a folder', async () => {
		assert.match((await p.ask('outline', 'src/shop')).text, /^src\/shop\/ has 3 files\./);
	});

	it('stops at a limit and names what follows', async () => {
		const { ask } = await searchProject({ 'long.py': 'def f():\n    pass\n'.repeat(400) });
		assert.match(
			(await ask('outline', 'long.py')).text,
			/^599-600 def f\(\):\n\(100 more definitions, from f in line 601 on\)$/m,
		);
	});
});

describe('read_lines', () => {
	let p: SearchProject;
	before(async () => {
		p = await searchProject({ ...shop, 'long.py': `def f():\n${'    step()\n'.repeat(1000)}` });
	});

	const ranges: [start: number, end: number, code: string][] = [
		[1, 2, '1 """Orders."""\n2 LIMIT = 3'],
		[2, 1, '1 """Orders."""\n2 LIMIT = 3'],
		[17, 99, '17 def top():\n18     pass'],
		[0, 1, '1 """Orders."""'],
		[17, -1, '17 def top():\n18     pass'],
	];
	for (const [start, end, code] of ranges) {
		it(`shows lines ${start} to ${end} as far as there are any`, async () => {
			assert.equal(codeOf(await p.ask('read_lines', 'book.py', start, end)), code);
		});
	}

	it('prefers a folder with exactly the written path to a file that only begins so', async () => {
		const { ask } = await searchProject({ 'book/a.py': 'x = 1\n', 'doc/book.txt': 'x\n' });
		assert.match((await ask('read_lines', 'book')).text, /^book\/ has 1 file\./);
		assert.deepEqual(placesOf(await ask('search_regex', 'x', 'book')), ['book/a.py:1-1']);
	});

	it('names the definitions it shows, and in front of the code only what is around all of it', async () => {
		const all = await p.ask('read_lines', 'book.py', 8, 18);
		assert.match(all.text, /^<file>src\/shop\/book\.py<\/file>$/m);
		assert.deepEqual(placesOf(all), [
			...['src/shop/book.py:17-18 top', 'src/shop/book.py:14-15 Book.Row'],
			...[
				'src/shop/book.py:10-11 Book cancel.inner',
				'src/shop/book.py:7-12 Book cancel',
				'src/shop/book.py:4-15 Book',
			],
		]);
		const answer = await p.ask('read_lines', 'book.py', 8, 9);
		assert.match(answer.text, /^<file>src\/shop\/book\.py<\/file> <class>Book<\/class> <func>cancel<\/func>$/m);
	});

	it('cuts what is too long, and the named call continues there', async () => {
		const first = await p.ask('read_lines', 'long.py');
		assert.equal(codeOf(first).split('\n').length, 400);
		assert.match(first.text, /\(lines 401-1001 not shown: read_lines\("long\.py", 401, 1001\)\)/);
		assert.match(codeOf(await p.ask('read_lines', 'long.py', 401, 1001)), /^401 {5}step\(\)\n/);
	});

	it('refuses lines that are not there, and lists a folder', async () => {
		assert.equal(
			(await p.ask('read_lines', 'book.py', 19)).text,
			'src/shop/book.py has 18 lines: there is no line 19.',
		);
		assert.match((await p.ask('read_lines', 'src/shop')).text, /^src\/shop\/ has 3 files\./);
	});
});
