import assert from 'node:assert/strict';
import { projectP } from './projectP';
import { codeOf, placesOf, type SearchProject, searchProject, shownIn } from './searchProject';

/** Each case is one that AutoCodeRover's index or search gets wrong. */
describe('a search of the small project', () => {
	let p: SearchProject;
	before(async () => {
		p = await searchProject(projectP);
	});

	it('finds code in a file with a syntax error, as a definition and as text', async () => {
		assert.deepEqual(placesOf(await p.ask('search_method', 'still_here')), ['pkg/old.py:3-4 still_here']);
		assert.deepEqual(placesOf(await p.ask('search_code', 'print "two"')), ['pkg/old.py:1-1']);
	});

	it('lists tests last and marks them', async () => {
		const answer = await p.ask('search_method', 'plain');
		assert.deepEqual(placesOf(answer), ['pkg/a.py:45-46 Child plain', 'pkg/test_a.py:5-6 plain']);
		assert.deepEqual(shownIn(answer), [
			'<file>pkg/a.py</file> <class>Child</class> <func>plain</func>',
			'<file>pkg/test_a.py</file> <func>plain</func> (test code)',
		]);
	});

	it('knows files by what they hold: tests are those in test folders and those called so', async () => {
		const answer = await p.ask('search_code', 'return top()');
		assert.deepEqual(shownIn(answer), [
			'<file>pkg/b_test.py</file> <func>test_c</func> (test code; match in line 2)',
			'<file>pkg/tests/test_b.py</file> <func>test_b</func> (test code; match in line 2)',
		]);
	});

	it('gives a method of a nested class once, with its whole name', async () => {
		const answer = await p.ask('search_method', 'run');
		assert.deepEqual(placesOf(answer), ['pkg/a.py:14-15 Outer.Inner run']);
		assert.match(answer.text, /^Found 1 definition of "run"/);
	});

	it('takes getter and setter for one definition, each with its decorator', async () => {
		const answer = await p.ask('search_method', 'val');
		assert.match(answer.text, /^Found 1 definition of "val"/);
		assert.equal(
			codeOf(answer),
			`17     @property
18     def val(self):
19         return self._val
21     @val.setter
22     def val(self, value):
23         self._val = value`,
		);
	});

	for (const [name, place] of [
		['fetch', 'pkg/a.py:25-26 Outer fetch'],
		['top_async', 'pkg/a.py:58-59 top_async'],
	] as const) {
		it(`finds the asynchronous ${name} and shows that it is`, async () => {
			const answer = await p.ask('search_method', name);
			assert.deepEqual(placesOf(answer), [place]);
			assert.match(codeOf(answer), new RegExp(`^\\d+ +async def ${name}\\(`));
		});
	}

	it('shows a class with its fields, nested classes and every signature, whole ones, with their lines', async () => {
		const answer = await p.ask('search_class', 'Outer');
		assert.equal(
			codeOf(answer),
			`4 class Outer(base.Base):
5     """The outer class.
...
10     x: int = 1
11     y = 2
13     class Inner:
14         def run(self):
...
17     @property
18     def val(self):
...
21     @val.setter
22     def val(self, value):
...
25     async def fetch(self):
...
28     def one(self): return 1
30     def with_helper(self, a,
31                     b=None):
...
36     def outer_only(self):`,
		);
	});

	it('states where the bases of a class are', async () => {
		const answer = await p.ask('search_class', 'Outer');
		assert.match(answer.text, /Bases: Base \(pkg\/base\.py:1\)\./);
	});

	it('shows a class of one line', async () => {
		assert.equal(codeOf(await p.ask('search_class', 'Tiny')), '49 class Tiny: pass');
	});

	it('shows the decorator of a first member once', async () => {
		assert.equal(
			codeOf(await p.ask('search_class', 'NoDoc')),
			'52 class NoDoc:\n53     @staticmethod\n54     def first():',
		);
	});

	it('distinguishes classes of one name in one file', async () => {
		const answer = await p.ask('search_class', 'Meta');
		assert.deepEqual(placesOf(answer), [
			'pkg/myutils.py:1-6 Meta',
			'pkg/myutils.py:10-14 A.Meta',
			'pkg/myutils.py:18-20 B.Meta',
		]);
		assert.deepEqual(
			['zero', 'first', 'second'].map(name => answer.text.split(`def ${name}(`).length - 1),
			[1, 1, 1],
		);
	});

	it('knows the methods of each of them', async () => {
		assert.deepEqual(placesOf(await p.ask('search_method', 'second')), ['pkg/myutils.py:19-20 B.Meta second']);
		assert.deepEqual(placesOf(await p.ask('search_method_in_class', 'first', 'A.Meta')), [
			'pkg/myutils.py:13-14 A.Meta first',
		]);
	});

	it('states which class and method a found line of code belongs to, be it the line of the definition itself', async () => {
		const answer = await p.ask('search_code', 'def plain');
		assert.deepEqual(placesOf(answer), ['pkg/a.py:45-45 Child plain', 'pkg/test_a.py:5-5 plain']);
	});

	it('leaves a closing bracket in the query', async () => {
		const answer = await p.ask('search_code_in_file', 'helper()', 'a.py');
		assert.match(answer.text, /^Found the code 2 times in pkg\/a\.py/);
		assert.deepEqual(shownIn(answer), [
			'<file>pkg/a.py</file> <class>Outer</class> <func>with_helper</func> (matches in lines 32, 34)',
		]);
		assert.deepEqual(
			answer.places.map(place => place.startLine),
			[32, 34],
		);
	});

	it('reads an escaped line end and finds code over several lines', async () => {
		const answer = await p.ask('search_code', 'def top():\\n    return 3');
		assert.deepEqual(placesOf(answer), ['pkg/a.py:62-63 top']);
		assert.match(answer.text, /It was read as "def top\(\):⏎ {4}return 3"\./);
	});

	it('shows the last line of a file when it is asked for', async () => {
		const answer = await p.ask('get_code_around_line', 'pkg/a.py', 66, 2);
		assert.equal(codeOf(answer), '64 \n65 \n66 last = top()');
	});

	it('names the argument that should have been a number', async () => {
		const answer = await p.ask('get_code_around_line', 'pkg/a.py', 'x', 2);
		assert.equal(answer.ok, false);
		assert.match(answer.text, /line_number must be a whole number, not "x"/);
	});

	it('matches file names at folder boundaries and lists the files of an ambiguous one', async () => {
		const answer = await p.ask('search_method_in_file', 'tool', 'utils.py');
		assert.deepEqual(placesOf(answer), ['pkg/utils.py:1-2 tool', 'pkg/other/utils.py:1-2 tool']);
		assert.match(answer.text, /"utils\.py" matches 2 files: pkg\/utils\.py, pkg\/other\/utils\.py\./);
	});

	it('finds inherited methods through a base that is written with its module', async () => {
		const answer = await p.ask('search_method_in_class', 'deep', 'Child');
		assert.equal(answer.ok, true);
		assert.deepEqual(placesOf(answer), ['pkg/base.py:5-6 Base deep']);
		assert.match(answer.text, /Child inherits "deep" from Base\./);
	});

	it('states which method of a base is overridden, and by which one', async () => {
		const answer = await p.ask('search_method_in_class', 'outer_only', 'Child');
		assert.deepEqual(placesOf(answer), ['pkg/a.py:41-43 Child outer_only']);
		assert.match(answer.text, /It overrides Outer\.outer_only \(pkg\/a\.py:36\)\./);
		const base = await p.ask('search_method_in_class', 'outer_only', 'Outer');
		assert.match(base.text, /It is overridden by Child\.outer_only \(pkg\/a\.py:42\)\./);
	});

	it('gives the same answer to a call however often it is repeated, on an index built in another order', async () => {
		const reversed = await searchProject(Object.fromEntries(Object.entries(projectP).reverse()));
		for (const call of [
			['search_class', 'Meta'],
			['search_method', 'outre_only'],
			['search_code', 'return'],
			['search_code_in_file', 'nowhere', 'utils'],
		] as const) {
			const [tool, ...values] = call;
			assert.deepEqual(await reversed.ask(tool, ...values), await p.ask(tool, ...values));
		}
	});
});
