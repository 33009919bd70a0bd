import assert from 'node:assert/strict';
import { regexQuery } from '../../../../src/code/pure/search/text/regexQuery';
import { placesOf, type SearchProject, searchProject } from './searchProject';

describe('a search for a regular expression', () => {
	let p: SearchProject;
	before(async () => {
		p = await searchProject({
			'pkg/a.py':
				'class A:\n    def open_it(self):\n        return file.length - 1\n\n    def close_it(self):\n        pass\n',
			'pkg/b.py': 'def Open_all():\n    raise KeyError(1)\n',
			'tests/test_a.py': 'def open_test():\n    pass\n',
			'notes.txt': 'open_notes()\n',
		});
	});

	it('finds every match, code first and tests last', async () => {
		const answer = await p.ask('search_regex', 'open_\\w+\\(');
		assert.deepEqual(placesOf(answer), ['pkg/a.py:2-2 A open_it', 'notes.txt:1-1', 'tests/test_a.py:1-1 open_test']);
		assert.match(
			answer.text,
			/^<file>pkg\/a\.py<\/file> <class>A<\/class> <func>open_it<\/func> \(match in line 2\)$/m,
		);
	});

	const places: [pattern: string, file: string, found: readonly string[]][] = [
		['^def', '', ['pkg/b.py:1-1 Open_all', 'tests/test_a.py:1-1 open_test']],
		['1\\)?$', 'pkg', ['pkg/a.py:3-3 A open_it', 'pkg/b.py:2-2 Open_all']],
		['(?i)OPEN_(it|all)', '', ['pkg/a.py:2-2 A open_it', 'pkg/b.py:1-1 Open_all']],
		['def (open|close)_', 'pkg/a.py', ['pkg/a.py:2-2 A open_it', 'pkg/a.py:5-5 A close_it']],
		['open_', '*.txt', ['notes.txt:1-1']],
		['^\\s*def close_it', '', ['pkg/a.py:5-5 A close_it']],
		['open_', './', ['pkg/a.py:2-2 A open_it', 'notes.txt:1-1', 'tests/test_a.py:1-1 open_test']],
	];
	for (const [pattern, file, found] of places) {
		it(`finds ${pattern} in ${file || 'all files'}`, async () => {
			assert.deepEqual(placesOf(await p.ask('search_regex', pattern, file)), found);
		});
	}

	it("reads grep's alternatives, and ignores case where nothing matches with it; both are marked", async () => {
		const grep = await p.ask('search_regex', 'open_it\\|KeyError');
		assert.deepEqual(placesOf(grep), ['pkg/a.py:2-2 A open_it', 'pkg/b.py:2-2 Open_all']);
		assert.match(grep.text, /^It was read as open_it\|KeyError\.$/m);
		const other = await p.ask('search_regex', 'keyerror\\(');
		assert.match(other.text, /^It matches only with other upper and lower case\.$/m);
	});

	const refused: [pattern: string, why: RegExp][] = [
		['open(?=_it)', /Lookahead, lookbehind and atomic groups are not supported\. Search for the part/],
		['(?<!x)open', /Lookahead/],
		['(a)\\1', /Backreferences are not supported/],
		['a++', /Possessive repetitions/],
		['open(', /cannot be read: missing closing \)\. For a literal text use search_code\./],
		['x*', /matches the empty text/],
		['(?:a{0,30}b){0,30}c', /too large/],
		['a'.repeat(1001), /longer than 1000 characters/],
	];
	for (const [pattern, why] of refused) {
		it(`refuses ${pattern.slice(0, 30)} with a hint`, async () => {
			const { ok, text, places } = await p.ask('search_regex', pattern);
			assert.deepEqual([ok, places], [false, []]);
			assert.match(text, why);
		});
	}

	it('never reads a pattern as one that matches the empty text', async () => {
		assert.equal((await p.ask('search_regex', 'zz\\|')).ok, false);
	});

	it('reports what is not found, and a file that is not there', async () => {
		assert.equal((await p.ask('search_regex', 'zz\\d+')).text, 'The code was not found in the workspace.');
		assert.match((await p.ask('search_regex', 'open', 'c.py')).text, /^No file of the workspace is called "c\.py"\./);
		assert.match((await p.ask('search_regex', 'open', '*.zz')).text, /^No file matches "\*\.zz"\./);
		assert.match((await p.ask('search_regex', 'open', '../x')).text, /outside the workspace/);
	});

	it('reads only files with the strings that the pattern needs, as the library knows them', async () => {
		const neededBy = async (pattern: string) => {
			const query = await regexQuery(pattern);
			return 'problem' in query ? query : query.patterns.map(({ needed }) => needed);
		};
		const both = { all: ['open', 'file'] };
		assert.deepEqual(await neededBy('open\\w+file'), [both, both]);
		const calls = { all: [{ any: ['alpha', 'beta'] }, '('] };
		assert.deepEqual(await neededBy('\\b(?:alpha|beta)\\('), [calls, calls]);
		assert.deepEqual(await neededBy('(?i)open'), [{ all: [] }, { all: [] }]);
		assert.deepEqual(await neededBy('[a-z]+'), [{ all: [] }, { all: [] }]);
	});

	it('takes time in proportion to the text, whatever the pattern', async () => {
		const { ask } = await searchProject({ 'a.txt': `${'a'.repeat(50_000)}\n` });
		assert.equal((await ask('search_regex', '(a+a+)+b')).ok, false);
	});
});

describe('a search for code that is a regular expression', () => {
	it('is made as such where no file has it literally, and says so', async () => {
		const { ask } = await searchProject({ 'a.py': 'def f(file):\n    return file.length - 1\n', 'b.py': 'x.*y\n' });
		const answer = await ask('search_code', 'file\\.length.*1');
		assert.deepEqual(placesOf(answer), ['a.py:2-2 f']);
		assert.match(answer.text, /read as a regular expression\. For those use search_regex\.$/m);
		assert.doesNotMatch((await ask('search_code', 'x.*y')).text, /regular expression/);
		assert.deepEqual(placesOf(await ask('search_code_in_file', 'file\\.\\w+', 'a.py')), ['a.py:2-2 f']);
	});

	it('is not made of ordinary code', async () => {
		const { ask } = await searchProject({ 'a.py': 'results = 1\nvalue = 2\n' });
		for (const code of ['results[0].value', 'f(a || b)', 'a.b(c)', 'if (x) {', 'x: string | null']) {
			assert.equal((await ask('search_code', code)).ok, false, code);
		}
	});
});
