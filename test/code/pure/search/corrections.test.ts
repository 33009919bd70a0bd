import assert from 'node:assert/strict';
import { projectP } from './projectP';
import { codeOf, placesOf, type SearchProject, searchProject, shownIn } from './searchProject';

describe('a search that is not quite right', () => {
	let p: SearchProject;
	before(async () => {
		p = await searchProject({
			...projectP,
			'pkg/state.py': `class State:
    def __init__(self):
        self.speed = 1
        self.other: int = 2


def default_speed(value=None):
    return State().speed


alias = property(default_speed)
`,
			'pkg/package/__init__.py': 'def inner_tool():\n    return 1\n',
		});
	});

	const corrected: [string, readonly (string | number)[], string[], RegExp | undefined][] = [
		['search_method', ['Outer.with_helper'], ['pkg/a.py:30-34 Outer with_helper'], undefined],
		['search_method', ['pkg.a.Outer.with_helper()'], ['pkg/a.py:30-34 Outer with_helper'], undefined],
		['search_method', ['Outer::with_helper'], ['pkg/a.py:30-34 Outer with_helper'], undefined],
		['search_method', ['`def with_helper(self, a):`'], ['pkg/a.py:30-34 Outer with_helper'], undefined],
		['search_method', ['self.with_helper'], ['pkg/a.py:30-34 Outer with_helper'], undefined],
		['search_method', ['outer.with_helper'], ['pkg/a.py:30-34 Outer with_helper'], /read as Outer/],
		['search_method', ['with_Helper'], ['pkg/a.py:30-34 Outer with_helper'], /read as with_helper/],
		['search_method', ['a.top'], ['pkg/a.py:62-63 top'], undefined],
		['search_method', ['Child.deep'], ['pkg/base.py:5-6 Base deep'], /Child inherits "deep" from Base/],
		['search_method', ['Outer.run'], ['pkg/a.py:14-15 Outer.Inner run'], /defined in Outer\.Inner, not in Outer/],
		['search_method', ['Tiny'], ['pkg/a.py:49-49 Tiny'], /"Tiny" is a class, not a function or method/],
		['search_method', ['alias = property(x)'], ['pkg/state.py:11-11'], /"alias" is a constant/],
		['search_class', ['top'], ['pkg/a.py:62-63 top'], /"top" is a function, not a class/],
		['search_class', ['pkg.a.Outer'], ['pkg/a.py:4-37 Outer'], undefined],
		['search_class', ['Outer.Inner'], ['pkg/a.py:13-15 Outer.Inner'], undefined],
		['search_class', ['LIMIT'], ['pkg/utils.py:5-5'], /"LIMIT" is a constant, not a class/],
		['search_class_in_file', ['Tiny', 'utils.py'], ['pkg/a.py:49-49 Tiny'], /not defined in pkg\/utils\.py/],
		['search_class_in_file', ['Outer', 'pkg.a'], ['pkg/a.py:4-37 Outer'], undefined],
		['search_method_in_file', ['Child.plain', 'pkg/a.py'], ['pkg/a.py:45-46 Child plain'], undefined],
		['search_method_in_file', ['top', 'no/such.py'], ['pkg/a.py:62-63 top'], /No file of the workspace is called/],
		['search_method_in_class', ['Outer', 'with_helper'], ['pkg/a.py:30-34 Outer with_helper'], /other way round/],
		['search_method_in_class', ['Outer.with_helper', 'Outer'], ['pkg/a.py:30-34 Outer with_helper'], undefined],
		['search_method_in_class', ['plain', 'Chlid'], ['pkg/a.py:45-46 Child plain'], /Similar: Child \(pkg\/a\.py:40\)/],
		['search_method_in_class', ['tool', 'pkg.utils'], ['pkg/utils.py:1-2 tool'], undefined],
	];
	for (const [tool, values, places, note] of corrected) {
		it(`finds ${tool}(${values.join(', ')})`, async () => {
			const answer = await p.ask(tool, ...values);
			assert.equal(answer.ok, true, answer.text);
			assert.deepEqual(placesOf(answer).slice(0, places.length), places);
			if (note === undefined) {
				assert.match(
					answer.text,
					/^Found \d+ definitions? of "[\w.]+" in \d+ files?\.\n\n/,
					'there is nothing to note',
				);
			} else {
				assert.match(answer.text, note);
			}
		});
	}

	it('shows where an attribute is assigned that no definition bears', async () => {
		const answer = await p.ask('search_method_in_class', 'speed', 'State');
		assert.equal(answer.ok, true);
		assert.equal(placesOf(answer)[0], 'pkg/state.py:3-3 State __init__');
		assert.match(answer.text, /"speed" is assigned there\./);
		assert.match(codeOf(answer), /^3 {9}self\.speed = 1$/m);
	});

	it('does not take an argument for an assignment', async () => {
		const answer = await p.ask('search_method', 'value');
		assert.equal(answer.ok, false);
		assert.match(answer.text, /"value" is written in 2 files\./);
	});

	it('shows what a module defines whose name was given for a class', async () => {
		const answer = await p.ask('search_class', 'pkg.base');
		assert.equal(answer.ok, true);
		assert.deepEqual(shownIn(answer), ['<file>pkg/base.py</file> (6 lines)']);
		assert.equal(codeOf(answer), '1 class Base:');
	});

	it('shows the class that does not have the method, and what it has', async () => {
		const answer = await p.ask('search_method_in_class', 'helper_with', 'Outer');
		assert.equal(answer.ok, false);
		assert.deepEqual(placesOf(answer), ['pkg/a.py:4-37 Outer']);
		assert.match(answer.text, /Outer \(pkg\/a\.py:4\) defines and inherits no "helper_with"\. It has with_helper\./);
	});

	it('reports what a file contains when the name is not found', async () => {
		const answer = await p.ask('search_method_in_file', 'nowhere_at_all', 'pkg/utils.py');
		assert.equal(answer.ok, false);
		assert.deepEqual(placesOf(answer), ['pkg/utils.py:1-5']);
		assert.match(answer.text, /"nowhere_at_all" is not written anywhere in the workspace\./);
		assert.match(answer.text, /pkg\/utils\.py has 5 lines and defines tool, LIMIT\./);
	});

	it('offers names that are a letter away, with their places', async () => {
		const answer = await p.ask('search_method', 'with_helpr');
		assert.equal(answer.ok, false);
		assert.match(answer.text, /Similar names: Outer\.with_helper \(pkg\/a\.py:30\)\./);
	});

	it('offers classes first when a class was asked for', async () => {
		const answer = await p.ask('search_class', 'OuterOnly');
		assert.match(answer.text, /Similar names: Outer \(pkg\/a\.py:4\), Outer\.outer_only/);
	});

	it('offers what is no test before tests, and longer names that hold the whole of it', async () => {
		const { ask } = await searchProject({
			'forms.py': 'class BaseFormSet:\n    pass\n\n\nformset = BaseFormSet()\n',
			'tests/test_forms.py': 'class FormSetTest:\n    pass\n',
		});
		for (const answer of [
			await ask('search_class', 'FormSet'),
			await ask('search_method_in_class', 'run', 'FormSet'),
		]) {
			assert.match(
				answer.text,
				/Similar(?: names)?: BaseFormSet \(forms\.py:1\), FormSetTest \(tests\/test_forms\.py:1\), formset \(forms\.py:5\)\./,
			);
		}
	});

	it('takes several words for what they are', async () => {
		const answer = await p.ask('search_class', 'The outer class');
		assert.deepEqual(placesOf(answer), ['pkg/a.py:5-5 Outer']);
		assert.match(answer.text, /^Found no definition of "The outer class"\./);
	});

	it('lists many definitions elsewhere by signature only', async () => {
		const texts = Object.fromEntries(
			['a', 'b', 'c', 'd'].map(name => [
				`${name}.py`,
				`class C${name}:\n    def get(self, key_${name}):\n        pass\n`,
			]),
		);
		const { ask } = await searchProject({ ...texts, 'empty.py': 'x = 1\n' });
		const answer = await ask('search_method_in_file', 'get', 'empty.py');
		assert.equal(answer.ok, false);
		assert.deepEqual(shownIn(answer), []);
		assert.match(answer.text, /^d\.py:2 Cd\.get: def get\(self, key_d\):$/m);
		assert.equal(answer.places.length, 4);
	});

	it('prefers the class whose name is like the one that does not exist', async () => {
		const { ask } = await searchProject({
			'a.py': 'class Alpha:\n    def clean(self):\n        pass\n',
			'b.py': 'class BaseForm:\n    def clean(self):\n        pass\n',
		});
		assert.deepEqual(placesOf(await ask('search_method_in_class', 'clean', 'Form')), [
			'b.py:2-3 BaseForm clean',
			'a.py:2-3 Alpha clean',
		]);
	});

	const leadingOut = ['../../etc/passwd', '..\\..\\etc\\passwd', 'pkg/../../secret', '..'];
	for (const path of leadingOut) {
		it(`does not follow ${path} out of the workspace`, async () => {
			const outside = await searchProject({ ...projectP, 'etc/passwd': 'x', secret: 'x' });
			for (const [tool, ...values] of [
				['search_class_in_file', 'Outer', path],
				['search_method_in_file', 'top', path],
				['search_code_in_file', 'x', path],
				['get_code_around_line', path, 1],
			] as const) {
				const answer = await outside.ask(tool, ...values);
				assert.deepEqual({ ok: answer.ok, places: answer.places }, { ok: false, places: [] });
				assert.match(answer.text, /lies outside the workspace/);
			}
			assert.deepEqual(outside.workspace.files.reads, []);
		});
	}

	it('looks for an absolute path in the workspace only', async () => {
		const answer = await p.ask('get_code_around_line', '/etc/passwd', 1);
		assert.deepEqual(answer, { ok: false, text: 'No file of the workspace is called "/etc/passwd".', places: [] });
		const installed = await p.ask('get_code_around_line', '/usr/lib/somewhere/dist-packages/pkg/base.py', 2, 0);
		assert.match(installed.text, /read as pkg\/base\.py/);
		assert.equal(codeOf(installed), '2     def shared(self):');
	});

	it('takes the sign before a name for a part of it, without a remark', async () => {
		const { ask } = await searchProject({
			'a.ts': 'class Mini {\n\t#scan(x: string) {}\n\tmatch() { this.#scan(""); }\n}\n',
		});
		for (const name of ['#scan', 'scan', 'Mini.#scan']) {
			const { ok, text } = await ask('search_method', name);
			assert.equal(ok, true);
			assert.doesNotMatch(text, /Nothing is called/);
			assert.match((await ask('find_references', name)).text, /^Calls \(1\):\n<file>a\.ts<\/file>\n3 Mini\.match:/m);
		}
	});

	it('continues when a file vanished since it was indexed', async () => {
		const { ask, workspace } = await searchProject(projectP);
		workspace.files.remove('pkg/a.py');
		const answer = await ask('search_method', 'plain');
		assert.equal(answer.places.length, 2);
		assert.match(answer.text, /pkg\/a\.py<\/file> .*\n<code>\n\n<\/code>/);
	});
});
