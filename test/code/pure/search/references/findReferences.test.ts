import assert from 'node:assert/strict';
import { placesOf, type SearchProject, searchProject } from '../searchProject';

describe('find_references', () => {
	let p: SearchProject;
	before(async () => {
		p = await searchProject({
			'pkg/base.py': `class Base:
    def run(self):
        return self.run_all()

    def go(self):
        return self.run()


class Child(Base):
    def again(self):
        return self.run()


class Other:
    def run(self):
        pass

    def start(self):
        return self.run()
`,
			'pkg/use.py': `from pkg.base import Base

def work(thing):
    thing.run()
    runner = 1
    return Base().start, helper()

def helper():
    handler = helper
    return handler
`,
			'pkg/page.js': 'function show(x) { return x.run(); }\n',
			'docs/run.txt': 'How to run it.\n',
			'tests/test_base.py': 'def test_run(base):\n    base.run()\n',
		});
	});

	it('lists the callers first, then calls on something unknown; tests last', async () => {
		const answer = await p.ask('find_references', 'Base.run');
		assert.equal(
			answer.text,
			[
				'Found 2 calls of "Base.run" and 3 other uses of the name in 4 files.',
				'Defined: Base.run (pkg/base.py:2).',
				'Left out, as they mean other definitions: Other.run (pkg/base.py:15) (1 call).',
				'Also written in 1 other text: docs/run.txt.',
				...[
					'',
					'Calls (2):',
					'<file>pkg/base.py</file>',
					'6 Base.go: return self.run()',
					'11 Child.again: return self.run()',
				],
				...['', 'Calls of that name on something whose class is not known (3):'],
				...['<file>pkg/use.py</file>', '4 work: thing.run()'],
				...['<file>pkg/page.js</file>', '1 show: function show(x) { return x.run(); }'],
				...['<file>tests/test_base.py</file> (test code)', '2 test_run: base.run()'],
			].join('\n'),
		);
		assert.equal(placesOf(answer)[1], 'pkg/base.py:11-11 Child again');
	});

	it('finds the uses of a function that is no method, also as a value', async () => {
		const { text } = await p.ask('find_references', 'helper');
		assert.match(text, /^Calls \(1\):\n<file>pkg\/use\.py<\/file>\n6 work: return Base\(\)\.start, helper\(\)$/m);
		assert.match(text, /^Other uses \(1\):\n<file>pkg\/use\.py<\/file>\n9 helper: handler = helper$/m);
	});

	it('finds imports and bases of a class', async () => {
		const { text } = await p.ask('find_references', 'Base');
		assert.match(
			text,
			/^Other uses \(2\):\n<file>pkg\/base\.py<\/file>\n9 Child: class Child\(Base\):\n<file>pkg\/use\.py<\/file>\n1 from pkg/m,
		);
	});

	it('finds where a class with a constructor is instantiated', async () => {
		const made = await searchProject({
			'pkg/handler.py': 'class Handler:\n    def __init__(self, level):\n        self.level = level\n',
			'pkg/use.py': 'from pkg.handler import Handler\n\ndef install():\n    return Handler(3)\n',
		});
		const { text } = await made.ask('find_references', 'Handler');
		assert.match(text, /Calls \(1\):\n<file>pkg\/use\.py<\/file>\n4 install: return Handler\(3\)/);
		assert.doesNotMatch(text, /Left out/);
	});

	it('of all definitions of a name, without an owner', async () => {
		const { text } = await p.ask('find_references', 'run');
		assert.match(text, /^Defined: Base\.run \(pkg\/base\.py:2\), Other\.run \(pkg\/base\.py:15\)\.$/m);
		assert.match(text, /^Calls \(3\):$/m);
	});

	it('takes a call of a name alone for no call of a method', async () => {
		const { ask } = await searchProject({
			'a.js': "const send = require('send');\nclass Reply {\n\tsend() {}\n\tfile() { send(this); }\n}\n",
		});
		assert.match((await ask('find_references', 'Reply.send')).text, /^Calls of that name on something .* \(1\):$/m);
	});

	it('of a name that is defined elsewhere, or nowhere', async () => {
		const { ask } = await searchProject({ 'a.py': 'import os\n\ndef here():\n    os.getcwd()\n' });
		const outside = await ask('find_references', 'os.getcwd');
		assert.match(
			outside.text,
			/^Found 1 use of "getcwd" in 1 file\.\nNo definition of "getcwd" is indexed \(it may be /,
		);
		assert.match(
			(
				await searchProject({ 'a.py': 'def f(with_x):\n    return with_x\n' }).then(each =>
					each.ask('find_references', 'with_x'),
				)
			).text,
			/^Found 2 uses of "with_x" in 1 file\.\nNo definition of "with_x" is indexed \(it may be a parameter or a local variable/,
		);
		const nowhere = await ask('find_references', 'hera');
		assert.equal(nowhere.ok, false);
		assert.match(nowhere.text, /^Found no use of "hera" in code\.\nNo definition of "hera" is indexed\.$/m);
		assert.match(nowhere.text, /Similar names: here \(a\.py:3\)\.$/);
	});

	it('counts what is too much to list', async () => {
		const { ask } = await searchProject({ 'a.py': `def f():\n    pass\n\n${'f()\n'.repeat(60)}` });
		assert.match((await ask('find_references', 'f')).text, /^and 20 more in 1 file: a\.py \(20\)$/m);
	});

	for (const name of ['a.c', 'a.cpp']) {
		it(`marks uses that a condition of the preprocessor may leave out, in ${name}`, async () => {
			const [file, header] = [`src/${name}`, name === 'a.c' ? 'src/a.h' : 'src/a.hpp'];
			const conditional = await searchProject({
				[file]: `#include "a.h"
int work(int n) { return n; }
int use(void)
{
	int n = work(0);
#if 0 /* not yet */
	n += work(1);
#ifdef DEBUG
	n += work(2);
#endif
#else
	n += work(3);
#endif
#ifdef CONFIG_A
	n += work(4);
# if defined(B) && \\
     defined(C)
	n += work(5);
# elif 1
	n += work(6);
# else
	n += work(7);
# endif
#else // no A
	n += work(8);
#endif
#if 1
	n += work(9);
#elif A
	n += work(10);
#endif
	return n + work(11);
}
`,
				[header]: '#ifndef A_H\n#define A_H\nint work(int n);\n#define TWICE(n) work(work(n))\n#endif\n',
			});
			const { text } = await conditional.ask('find_references', 'work');
			const marks = [...text.matchAll(/work\((\d+)\);? *(.*)$/gm)].map(([, call, mark]) => `${call} ${mark}`.trim());
			assert.deepEqual(marks, [
				...['0', '1 (inactive: under #if 0)', '2 (inactive: under #if 0)', '3', '4 (only under #ifdef CONFIG_A)'],
				'5 (only under #ifdef CONFIG_A and #if defined(B) && defined(C))',
				'6 (only under #ifdef CONFIG_A and #if defined(B) && defined(C), #elif 1)',
				'7 (inactive: under #if defined(B) && defined(C), #else)',
				...['8 (only under #ifdef CONFIG_A, #else)', '9', '10 (inactive: under #if 1, #elif A)', '11'],
			]);
			assert.doesNotMatch(text, /A_H/);
		});
	}
});
