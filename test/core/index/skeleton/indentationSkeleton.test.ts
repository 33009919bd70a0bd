import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { LanguageData } from '../../../../src/core/index/languageData';
import { skeletonOf } from '../../../../src/core/index/skeleton/skeletonOf';
import { SourceParser } from '../../../../src/core/index/sourceParser';
import type { CodeSymbol } from '../../../../src/core/model/symbol';
import { installedGrammars } from '../../../support/grammars';

const parser = new SourceParser(installedGrammars());
const found = parser.languages.find(each => each.id === 'python');
assert.ok(found?.skeleton);
const language: LanguageData = found;
const { skeleton: data, ...whole } = found;
const wholeLanguage: LanguageData = { ...whole, id: 'python, whole' };
const reduce = skeletonOf(data);
const skeleton = (text: string) => reduce?.(text)?.text;

async function symbols(text: string): Promise<readonly CodeSymbol[]> {
	return (await parser.symbols(language, 'a.py', text)).symbols;
}

async function wholeSymbols(text: string): Promise<readonly CodeSymbol[]> {
	return (await parser.symbols(wholeLanguage, 'a.py', text)).symbols;
}

/** The text has a skeleton without errors, from which the same is read as from the whole text. */
async function assertSame(text: string): Promise<void> {
	const reduced = skeleton(text);
	assert.ok(reduced !== undefined, `no skeleton of:\n${text}`);
	assert.deepEqual(await parser.syntaxErrors(wholeLanguage, reduced), [], `${text}\n---\n${reduced}`);
	assert.deepEqual(await symbols(text), await wholeSymbols(text), `${text}\n---\n${reduced}`);
}

describe('skeletons of a language with indentation', () => {
	it('keep each row, and leave bodies, strings and parameters out', () => {
		const text = [
			'import os',
			'',
			'# Above.',
			'@cached(key="a")',
			'async def load(path: str,',
			'               mode="r") -> dict[str, int]:',
			'    """Reads',
			'    it."""',
			'    if path:',
			'        class Local(Base): x = {"a": 1}',
			'    return [',
			'        path,',
			'    ]',
			'',
			'LIMIT = max(1,',
			'            2)',
		].join('\n');
		assert.deepEqual(skeleton(text)?.split('\n'), [
			...['', '', '#', '@a', 'async def load(', '):', ' """', '"""', '', ' class Local(Base): x = 0', '', ''],
			...[' pass', '', 'LIMIT = (', ')', ''],
		]);
		assert.equal(skeleton('import a\n\nif a:\n    print("class A: pass")\n'), '');
	});

	it('are not made of texts whose strings, brackets or blocks do not end', () => {
		for (const text of ["x = 'a\n", 'def f(:\n    pass\n', 'def f():\n', 'f(]]\n', 'if a:\n        b\n    c\n']) {
			assert.equal(skeleton(text), undefined, text);
		}
	});

	it('give way to the whole text where they have errors of their own', async () => {
		const text = 'def f():\n    pass\n\nmatch x:\n    case 1: y = 2\n';
		assert.deepEqual(await symbols(text), await wholeSymbols(text));
		assert.equal((await symbols(text)).length, 2);
	});

	it('leave the same definitions with the same lines', async () => {
		for (const text of texts) {
			await assertSame(text);
			await assertSame(text.replaceAll('\n', '\r\n'));
			await assertSame(text.replaceAll('    ', '\t'));
		}
	});

	it('leave the same definitions of any nesting', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(node, { maxLength: 6 }), async nodes => assertSame(`${lines(nodes).join('\n')}\n`)),
			{ numRuns: 300 },
		);
	});
});

/** Statements that are hard to tell apart, or to find the rows of. */
const texts = [
	'a = b = c = 1\nd, (e, *f) = 1, (2, 3)\n[g, h] = x[1:2] = i\n',
	'f = lambda a, b=1: a == b\ng = (lambda: 0)\nh = x or (lambda y=1: y)\n',
	'a: int\nb: dict[str, int] = {}\nc: "str" = \'\'; d = 2; print(d)\ne += 1\ne == 2\nif (z := 2): y = 1\n',
	'if a: b = 1\nelif x[1:2]: c = 2\nelse: d = 3\ntry: e = 4\nexcept E: f = 5\nfinally: g = 6\nwith open(x) as y: h = 7\n',
	'x = \\\n    1\ny = \\\n"""\na"""\nz \\\n    = 1\n',
	'x = """a\\"""b"""\ny = r"\\\\"\nz = f"{a!r:{b}}"\nw = b\'\'\'"\'\'\'\ndef f(): return """\ndef g(): pass\n"""\n',
	'class A: pass\nclass B: "Doc"\nclass C: "Doc"; x = 1; y = [\n]; z()\nclass D(A, B, metaclass=M,\n    # class E:\n    x="class F"): y = (\n    1)\n',
	'def f(): """Doc"""\ndef g(): return [\n    1\n]\nasync  def   h(a=lambda: 1, *, b: int = 2) -> "x": await a\n',
	'class A:\n    """Doc\n\n    more"""\n    # About x.\n    x = 1\n    def f(self):\n        # No doc string.\n        "a" "b"\n',
	'class A:\n    def f(self):\n        pass\n        # In f.\n    # Of g.\n    def g(self): pass\n    # In A.\n# Of B.\nclass B:\n    # Of x.\n    x = 1\n',
	'@a\n# Between.\n@b(\n    1\n)\ndef f():\n    def g():\n        class H:\n            x = 1\n    y = 2\n    type T[X] = int\n    type = 3\n',
	'def f():\n    if a:\n        def g(): pass\n    else:\n        # Of g.\n        def g(): pass\n    return g\n\ntype A = int\ntype B[T] = list[\n    T\n]\n',
	'def f(a,\n      b,\n      ):\n    # Of g.\n\n    # Of g as well.\n    def g(): pass\n\n\n\nx = 1 # Trailing.\n# Of y.\ny = 2\n',
	'\ufeffclass Größe:\n    ñ = 1\n    def ß(self): pass\n',
	'def f():\n    s = "a\\\nb"\n    t = \'\\\\\'\n    return s # "\n\n\ndef g():\n    x = 1; \\\n    y = 2\n',
];

/** A random statement: lines, and what is in its block. */
interface Statement {
	readonly head: readonly string[];
	readonly block?: readonly Statement[];
}

const simple = fc.constantFrom(
	['x = 1'],
	['x, y = f(', '    1,', ')'],
	['x = """', 'def g():', '"""'],
	['"""Text.', '', '"""'],
	['return'],
	['# A comment.'],
	[''],
	['x: int = {', '    "a": [1],', '}'],
	['call(a, b)[0] = "#" # "'],
	['z = lambda: 0'],
	['def one(): pass'],
);
const heads = fc.constantFrom(
	['def f(self, a=")"):'],
	['async def g(', '    x: int,', ') -> str:'],
	['class A(Base, x="("):'],
	['@decorated(1)', 'def h():'],
	['@a', '@b', 'class B:'],
	['if a[1:2]:'],
	['for x in y:'],
	['with a as b, \\', '        c as d:'],
	['while (', '    a', '):'],
);
const { node } = fc.letrec<{ node: Statement }>(tie => ({
	node: fc.oneof(
		{ maxDepth: 4 },
		simple.map(head => ({ head })),
		fc.record({ head: heads, block: fc.array(tie('node'), { minLength: 1, maxLength: 4 }) }),
	),
}));

function lines(statements: readonly Statement[], depth = 0): string[] {
	const indent = '    '.repeat(depth);
	const hasCode = statements.some(({ head }) => head[0] !== '' && head[0]?.startsWith('#') === false);
	const all = hasCode || depth === 0 ? statements : [...statements, { head: ['pass'] }];
	return all.flatMap(({ head, block }) => [
		...head.map(line => (line === '' ? line : `${indent}${line}`)),
		...(block === undefined ? [] : lines(block, depth + 1)),
	]);
}
