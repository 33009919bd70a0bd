import assert from 'node:assert/strict';
import { LanguageTable } from '../../../src/core/index/languageTable';
import { SourceParser } from '../../../src/core/index/sourceParser';
import { installedGrammars } from '../../support/grammars';

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
});
