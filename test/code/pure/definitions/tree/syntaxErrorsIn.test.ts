import assert from 'node:assert/strict';
import { LanguageTable } from '../../../../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../../../../src/code/pure/definitions/sourceParser';
import { installedGrammars } from '../../../../support/grammars';

const parser = new SourceParser(installedGrammars());
const languages = new LanguageTable(parser.languages);

async function linesWithErrors(path: string, text: string): Promise<number[]> {
	const language = languages.of(path, text);
	assert.ok(language);
	return (await parser.syntaxErrors(language, text)).map(({ startLine }) => startLine);
}

describe('the syntax errors of a text', () => {
	it('are where it cannot be read, and where something is missing', async () => {
		assert.deepEqual(await linesWithErrors('a.py', 'x = 1\ny = (2\n'), [2]);
		assert.deepEqual(await linesWithErrors('a.ts', 'function f() {\n\treturn 1;\n'), [2]);
	});

	it('are blocks without a line, though the grammar lets them pass', async () => {
		assert.equal((await linesWithErrors('a.py', 'if x:\n    # nothing yet\nelse:\n    y = 1\n')).length, 1);
		assert.equal((await linesWithErrors('a.py', 'class A:\n    def run(self):\n        # nothing yet\n')).length, 1);
	});

	it('are not what may well be empty', async () => {
		const texts = {
			'a.py': 'class A:\n    """"""\n    def run(self): ...\n\nx = ""\ny = f""\nz = [], {}, ()\n',
			'a.ts': 'class A {}\nfunction f() {}\nconst a = ``;\nfor (;;);\n',
			'a.tsx': 'const a = <></>;\nconst b = <p>{}</p>;\n',
			'a.go': 'package a\n\nfunc f() {}\n\nvar s = ``\n',
			'a.rs': 'fn f() {}\nstruct A;\nconst S: &str = r#""#;\n',
			'a.cpp': 'struct A {};\nvoid f() {}\nauto s = R"()";\n',
			'a.rb': 'def f; end\nclass A; end\nx = ""\n',
			'a.java': 'class A { void f() {} String s = ""; }\n',
			'a.php': '<?php function f() {} class A {} $s = "";\n',
		};
		for (const [path, text] of Object.entries(texts)) {
			assert.deepEqual(await linesWithErrors(path, text), [], path);
		}
	});

	it('are lines in a wrong column where indentation makes blocks', async () => {
		const head = 'def f(a):\n    x = 1\n';
		assert.deepEqual(await linesWithErrors('a.py', `${head}        y = 2\n    return a\n`), [3]);
		assert.deepEqual(await linesWithErrors('a.py', `${head}  y = 2\n`), [3]);
		assert.deepEqual(await linesWithErrors('a.py', `${head}    if a:\n            y = 2\n        z = 3\n`), [5]);
		assert.notDeepEqual(await linesWithErrors('a.py', `${head}    def g():\n    return 2\n`), []);
		assert.deepEqual(await linesWithErrors('a.py', '    x = 1\n'), [1]);
	});

	it('are lines that continue one without a bracket or a backslash', async () => {
		assert.deepEqual(await linesWithErrors('a.py', 'if a and\n   b:\n    c()\n'), [2]);
		assert.deepEqual(await linesWithErrors('a.py', 'x = a + \\\n    b\ny = (a\nand b)\nz = f(a,\nb)[\n0]\n'), []);
	});

	it('are no lines of clauses, decorators, strings and comments', async () => {
		const text = [
			'@one',
			'@two(1,',
			'  2)',
			'class A: x = 1; y = 2',
			'def f(a,',
			'b): return a',
			'  # a remark',
			'try:',
			'  a = """x',
			'    y',
			'"""; b = f"""{a}',
			'  {b}"""',
			'except E: pass',
			'else:',
			'  match a:',
			'    case 1:',
			'      pass',
			'    # another',
			'    case _: pass',
			'finally:',
			'\twith (a as b,',
			' c as d):',
			'\t\tpass',
			'',
		].join('\n');
		assert.deepEqual(await linesWithErrors('a.py', text), []);
	});
});
