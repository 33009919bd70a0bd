import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readerOf } from '../../../../../src/code/pure/definitions/readerOf';
import { SourceParser } from '../../../../../src/code/pure/definitions/sourceParser';
import type { LanguageData } from '../../../../../src/code/pure/languages/languageData';
import type { CodeSymbol } from '../../../../../src/runs/pure/model/symbol';
import { installedGrammars } from '../../../../support/grammars';

const parser = new SourceParser(installedGrammars());
const found = parser.languages.find(each => each.id === 'python');
assert.ok(found?.reader);
const language: LanguageData = found;
const { reader: _reader, ...whole } = found;
const wholeLanguage: LanguageData = { ...whole, id: 'python, whole' };

function scan(text: string): readonly CodeSymbol[] | undefined {
	return readerOf(language)?.(text, 'a.py');
}

async function symbols(text: string): Promise<readonly CodeSymbol[]> {
	return (await parser.symbols(language, 'a.py', text)).symbols;
}

async function wholeSymbols(text: string): Promise<readonly CodeSymbol[]> {
	return (await parser.symbols(wholeLanguage, 'a.py', text)).symbols;
}

/** The same is read without the parser as from the whole text by it. */
async function assertSame(text: string): Promise<void> {
	const found = scan(text);
	assert.ok(found !== undefined, text);
	assert.deepEqual(found, await wholeSymbols(text), text);
}

describe('definitions scanned from lines', () => {
	it('are not read where strings, brackets or blocks do not end', () => {
		for (const text of ["x = 'a\n", 'def f(:\n    pass\n', 'def f():\n', 'f(]]\n', 'if a:\n        b\n    c\n']) {
			assert.equal(scan(text), undefined, text);
		}
	});

	it('give way to the whole text where a statement is none of those that are known', async () => {
		const texts = [
			'def f():\n    pass\n\nmatch x:\n    case 1: y = 2\n',
			'class A(B if c else D, f(x).E): pass\n',
			'def 3(): pass\nx = 1\n',
			'x y = 1\n',
		];
		for (const text of texts) {
			assert.equal(scan(text), undefined, text);
			assert.deepEqual(await symbols(text), await wholeSymbols(text));
		}
	});

	it('are those of the parser', async () => {
		for (const text of texts) {
			await assertSame(text);
			await assertSame(text.replaceAll('\n', '\r\n'));
			await assertSame(text.replaceAll('    ', '\t'));
		}
	});

	it('are those of the parser in any nesting', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(node, { maxLength: 6 }), async nodes => assertSame(`${lines(nodes).join('\n')}\n`)),
			{ numRuns: 300 },
		);
	});
});

/** Statements that are hard to tell apart, or to find the rows of. */
const texts = [
	'def f():\n    return g(x) \\\n        # Not of f.\n\nx = 1\n',
	'class A(Generic[T, "U"], a.b, k=[C], *d, **e): pass\nclass B[T: (int, str)](f(C, g=1), 3, "s", r"t"): x = 1\nclass C(\n    # Of D.\n    D, # D\n): pass\n',
	'(a, b.c, [d, *e], f[0]) = x\n(g) = 1\nh.i = j = 2\nk = l.m = n = 3\n[] = o\np, = q\nr: int = s = 1\n*t, (u) = v\n',
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
