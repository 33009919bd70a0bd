import assert from 'node:assert/strict';
import { LanguageTable } from '../../../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../../../src/code/pure/definitions/sourceParser';
import { constructorAsClass, fileOfId, type Gold, nameOfId } from '../../../../src/research/pure/eval/gold';
import { goldOfPatch } from '../../../../src/research/pure/eval/goldOfPatch';
import { installedGrammars } from '../../../support/grammars';

const before = `import os

class Clock:
    """A clock."""

    ticks = 1

    def __init__(self):
        self.now = 0

    def read(self):
        return self.now


def parse(text):
    def inner(part):
        return part
    return inner(text)
`;

describe('the gold of a patch', () => {
	const parser = new SourceParser(installedGrammars());
	const parsing = { parser, languages: new LanguageTable(parser.languages) };
	const files: Readonly<Record<string, string>> = {
		'a/clock.py': before,
		'a/test_clock.py': before,
		'NEWS.unknown': 'x\n',
	};
	const gold = (patch: string) => goldOfPatch(patch, async path => files[path], parsing);
	const changing = (from: string, to: string, file = 'a/clock.py') =>
		`--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n${lines('-', from)}${lines('+', to)}`;
	const lines = (mark: string, text: string) => (text === '' ? '' : `${mark}${text.split('\n').join(`\n${mark}`)}\n`);
	const none: Gold = {
		files: ['a/clock.py'],
		modules: [],
		functions: [],
		classes: [],
		added: [],
		countsFunctions: false,
	};
	const id = (name: string) => `a/clock.py:${name}`;

	it('has methods, and functions with what is defined in them', async () => {
		const method = await gold(changing('        return self.now', '        return self.now + 1'));
		const found = { functions: [id('Clock.read')], modules: [id('Clock')], countsFunctions: true };
		assert.deepEqual(method, { ...none, ...found });
		const inner = await gold(changing('        return part', '        return part.strip()'));
		assert.deepEqual(inner.functions, [id('parse')]);
		const several =
			'def parse(text):\n    def first():\n        return 1\n    def last():\n        return 2\n    return last\n';
		const patch = changing('        return 2', '        return 3', 'a/several.py');
		const places = await goldOfPatch(patch, async () => several, parsing);
		assert.deepEqual([places.functions, places.modules], [['a/several.py:parse'], ['a/several.py:parse']]);
	});

	it('has callbacks, whatever their text', async () => {
		const calls = `function main() {\n  for (const a of b) {\n    a();\n  }\n}\napp.on('a.b: c (d)', () => {\n  one();\n  two();\n});\n`;
		const patch = changing('  two();', '  three();', 'a/app.js');
		const { functions, modules } = await goldOfPatch(patch, async () => calls, parsing);
		const called = "a/app.js:app.on('a.b: c (d)')";
		assert.deepEqual([functions, modules], [[called], [called]]);
		assert.deepEqual([fileOfId(called), nameOfId(called)], ['a/app.js', "app.on('a.b: c (d)')"]);
		assert.equal(constructorAsClass(called, parsing.languages), called);
	});

	it('has the class of an attribute and of a new method, which is none of the functions', async () => {
		const attribute = await gold(changing('    ticks = 1', '    ticks = 2'));
		assert.deepEqual(attribute, { ...none, classes: [id('Clock')], modules: [id('Clock')] });
		const method = await gold(
			changing('        return self.now', '        return self.now\n\n    def reset(self):\n        self.now = 0'),
		);
		const added = { added: [id('Clock.reset')], classes: [id('Clock')], modules: [id('Clock')] };
		assert.deepEqual(method, { ...none, ...added });
	});

	it('has a removed function, but no import, doc comment, new function or blank line', async () => {
		const removed = await gold(changing('    def read(self):\n        return self.now', ''));
		assert.deepEqual(removed.functions, [id('Clock.read')]);
		assert.deepEqual(await gold(changing('import os', 'import sys')), none);
		assert.deepEqual(await gold(changing('    """A clock."""', '    """One clock."""')), none);
		const added = await gold(changing('import os', 'import os\n\ndef late():\n    pass'));
		assert.deepEqual(added, { ...none, added: [id('late')] });
		assert.deepEqual(await gold(changing('        self.now = 0', '\n        self.now = 0')), none);
	});

	it('has no tests, no files of unknown languages and no new files', async () => {
		const change = (file: string) => changing('        return self.now', '        return 1', file);
		const made = '--- /dev/null\n+++ b/a/new.py\n@@ -0,0 +1 @@\n+x = 1\n';
		const other = changing('x', 'y', 'NEWS.unknown');
		assert.deepEqual(await gold([change('a/test_clock.py'), other, made].join('')), { ...none, files: [] });
	});

	it('is refused where the patch does not apply', async () => {
		await assert.rejects(gold(changing('no such line', 'x')), {
			name: 'UserError',
			message: /does not apply to a\/clock\.py/,
		});
	});

	it('names constructors as their classes by the data of the language', () => {
		const asClass = (each: string) => constructorAsClass(each, parsing.languages);
		assert.equal(asClass('a.b/c.py:A.B.__init__'), 'a.b/c.py:A.B');
		assert.equal(asClass('a.b/c.py:__init__'), 'a.b/c.py:__init__');
		assert.equal(asClass('a.b/c.py:A.run'), 'a.b/c.py:A.run');
		assert.equal(asClass('a/C.java:C.C'), 'a/C.java:C');
		assert.equal(asClass('a/c.rb:C.initialize'), 'a/c.rb:C');
	});
});
