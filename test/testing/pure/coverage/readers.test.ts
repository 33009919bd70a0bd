import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readJacoco } from '../../../../src/testing/pure/coverage/jacocoReport';
import type { ReportedLines } from '../../../../src/testing/pure/coverage/lineCollector';
import { readGcov, readGoCover, readLcov } from '../../../../src/testing/pure/coverage/lineReports';
import { readTestLines } from '../../../../src/testing/pure/coverage/readTestLines';
import type { ExecutedLines } from '../../../../src/testing/pure/coverage/testCoverage';
import { executedLines, executedOriginals } from '../../../../src/testing/pure/coverage/v8Lines';
import { readV8Report } from '../../../../src/testing/pure/coverage/v8Report';
import { createScratchFolder } from '../../../support/scratchFolder';

function plain({ lines }: { readonly lines: ExecutedLines }): Readonly<Record<string, readonly number[]>> {
	return Object.fromEntries([...lines].map(([file, each]) => [file, [...each]]));
}

describe('a tracefile of lcov', () => {
	it('has the lines that were executed', () => {
		const text = 'TN:\nSF:/w/a.c\nFN:1,f\nDA:1,2\nDA:2,0\nDA:3,1,hash\nend_of_record\nSF:b.c\nDA:7,1\nend_of_record\n';
		assert.deepEqual(plain(readLcov(text)), { '/w/a.c': [1, 3], 'b.c': [7] });
	});

	it('may contain anything', () => {
		assert.deepEqual(plain(readLcov('DA:1\nDA:x,1\nSF:a.c\nDA:-3,1\nDA:1e300,1\nDA:0.5,1\nDA:,\nSF')), {});
	});
});

describe('a profile of Go', () => {
	it('has the lines of the blocks that were executed', () => {
		const text =
			'mode: set\nexample.com/m/a.go:3.14,5.2 1 1\nexample.com/m/a.go:7.1,9.3 2 0\nexample.com/m/b.go:1.1,1.9 1 4\n';
		assert.deepEqual(plain(readGoCover(text)), { 'example.com/m/a.go': [3, 4, 5], 'example.com/m/b.go': [1] });
	});

	it('may contain anything', () => {
		assert.deepEqual(plain(readGoCover('mode\n:1.1,2.2 1 1\na.go:5.1,2.1 1 1\na.go:x 1 1\na.go 1 1\n\n')), {});
		const hostile = 'a.go:1.1,9007199254740000.1 1 1\n'.repeat(3);
		assert.ok((readGoCover(hostile).lines.get('a.go')?.size ?? 0) <= 4_000_000);
	});
});

describe('the text of gcov', () => {
	it('has the lines that were executed', () => {
		const text = [
			'        -:    0:Source:src/a.c',
			'        -:    0:Graph:a.gcno',
			'        -:    1:#include <stdio.h>',
			'        2:    2:int a() { return "x:1:Source:b.c"; }',
			'       1*:    3:',
			'    #####:    4:  b();',
			'------------------',
			'_Z1aIiE:',
			'        7:    5:  c();',
			'        -:    0:Source:C:/w/b.c',
			'        1:    1:',
		].join('\n');
		assert.deepEqual(plain(readGcov(text)), { 'src/a.c': [2, 3, 5], 'C:/w/b.c': [1] });
	});

	it('may contain anything', () => {
		assert.deepEqual(plain(readGcov('1:2:\n-:0:Source:a.c\n1:x:\n-1:2:\n1:-2:\n1e9:\n::::\n1:1e300:\n')), {});
	});
});

describe('a report of JaCoCo', () => {
	const start =
		'<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">';

	it('has the lines of which an instruction was executed', () => {
		const text = `${start}<report name="shop"><sessioninfo id="a" start="1" dump="2"/><group name="module">
			<package name="shop/cart"><class name="shop/cart/Cart" sourcefilename="Cart.java"><method name="total" desc="()I"
			line="5"><counter type="LINE" missed="0" covered="4"/></method></class><sourcefile name="Cart.java">
			<line nr="3" mi="3" ci="0" mb="0" cb="0"/><line nr="5" mi="1" ci="2" mb="1" cb="1"/><line nr="6" mi="0" ci="16" mb="0"
			cb="2"/><counter type="LINE" missed="1" covered="4"/></sourcefile><line nr="9" ci="1"/></package></group>
			<package name=""><sourcefile name="Main.kt"><line nr="1" mi="0" ci="1"/></sourcefile></package></report>`;
		assert.deepEqual(plain(readJacoco(text)), { 'shop/cart/Cart.java': [5, 6], 'Main.kt': [1] });
	});

	it('may contain anything', () => {
		const open = '<report><package name="a"><sourcefile name="A.java">';
		assert.deepEqual(plain(readJacoco(`${open}<line nr="-1" ci="1"/><line nr="x" ci="1"/><line ci="1"/><line/>`)), {});
		assert.deepEqual(plain(readJacoco(`${open}<line nr="2" ci="1"/><line nr="3" ci=`)), { 'a/A.java': [2] });
		const entity = `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>${open}<line nr="&e;" ci="1"/>`;
		assert.deepEqual(plain(readJacoco(entity)), {});
		assert.deepEqual(plain(readJacoco('<a>'.repeat(100_000) + open)), {});
		assert.deepEqual(plain(readJacoco('not XML')), {});
	});
});

describe('a file of executed lines that is cut', () => {
	const jacoco =
		'<report><package name="a"><sourcefile name="A.java"><line nr="2" ci="1"/></sourcefile></package></report>';
	const whole: readonly (readonly [what: string, read: (text: string) => ReportedLines, text: string, end: string])[] =
		[
			['lcov', readLcov, 'SF:a.c\nDA:1,2\nend_of_record\nSF:b.c\nDA:12,1\nend_of_record\n', 'end_of_record'],
			['Go', readGoCover, 'mode: set\na.go:3.14,5.2 1 1\na.go:7.1,9.3 2 10\n', '\n'],
			['gcov', readGcov, '        -:    0:Source:a.c\n        2:    2:\n       12:   13:\n', '\n'],
			['JaCoCo', readJacoco, jacoco, '</report>'],
		];
	for (const [what, read, text, end] of whole) {
		it(`is not taken for whole: ${what}`, () => {
			assert.equal(read(text).problem, undefined);
			for (let length = 1; length < text.length; length++) {
				const cut = text.slice(0, length);
				// What ends as a file does may be a shorter file.
				const isWhole = cut.endsWith(end) || cut.endsWith(`${end}\n`);
				assert.equal(read(cut).problem, isWhole ? undefined : 'is cut off', cut);
			}
		});
	}

	it('is not taken for whole where a line of JSON is torn', () => {
		const [first, torn, last] = readTestLines('{"test":"a","files":{}}\n{"test":"b","fi\n{"test":"c","files":{}}\n');
		assert.deepEqual([first?.problem, torn?.problem, last?.problem], [undefined, 'is cut off', undefined]);
		assert.equal(readV8Report('{"result":[]}').problem, undefined);
		assert.equal(readV8Report('{"result":[').problem, 'is cut off');
	});

	it('states that it has more lines than are kept', () => {
		const { lines, problem } = readGoCover('a.go:1.1,9007199254740000.1 1 1\n');
		assert.deepEqual([lines.get('a.go')?.size, problem], [4_000_000, 'has more than 4000000 lines']);
	});
});

describe('lines by test', () => {
	it('are read as written, without what has another form', () => {
		const text = [
			'{"test": "a::b", "files": {"a.py": [[1, 3], [5, 5]]}}',
			'{"test": "c", "files": {"a.py": [[3, 1], "x", [2], 7], "b.py": 3}}',
			'{"test": 3, "files": {}}',
			'[]',
			'{"test": "torn", "fi',
		].join('\n');
		assert.deepEqual(
			readTestLines(text).map(each => [each.test, plain(each)]),
			[
				['a::b', { 'a.py': [1, 2, 3, 5] }],
				['c', {}],
				['', {}],
			],
		);
	});
});

describe('coverage of V8', () => {
	const code = `const one = () => 1;
const two = () => 2;
function three(x) {
	if (x) {

		return 'x';
	}
	return [4].map(y => y);
}
class A {
	get size() { return 3; }
	never() {
		return 4;
	}
}
three(0);
one();
new A().size;
`;

	it('has the lines of which a part was executed, by the innermost range', () => {
		const folder = createScratchFolder('coverage').path;
		const file = join(folder, 'a.js');
		writeFileSync(file, code);
		const [report = assert.fail()] = reportsOf(folder, file);
		const script = report.scripts.find(({ url }) => url === pathToFileURL(file).href) ?? assert.fail();
		assert.deepEqual([...executedLines(script, code)], [1, 3, 4, 8, 9, 10, 11, 15, 16, 17, 18]);
	});

	it('leads through a source map to the original lines', () => {
		const folder = createScratchFolder('coverage').path;
		const source = join(folder, 'a.ts');
		writeFileSync(source, `interface Unused {\n\tx: number;\n}\n\n${code}`);
		// Else the bundler reads the package file of a folder above, which changes the form of the code.
		writeFileSync(join(folder, 'package.json'), '{}');
		mkdirSync(join(folder, 'out'));
		const options = ['--bundle', '--sourcemap', `--outfile=${join(folder, 'out', 'a.js')}`];
		execFileSync(process.execPath, [join('node_modules', 'esbuild', 'bin', 'esbuild'), source, ...options], {
			stdio: 'ignore',
		});
		const file = join(folder, 'out', 'a.js');
		const [report = assert.fail()] = reportsOf(folder, file);
		const url = pathToFileURL(file).href;
		const script = report.scripts.find(each => each.url === url) ?? assert.fail();
		const originals = executedOriginals(script, report.maps.get(url) ?? assert.fail());
		const [[path, lines] = assert.fail()] = [...originals];
		assert.match(path, /a\.ts$/);
		assert.deepEqual(
			[...lines].filter(line => line <= 13).sort((a, b) => a - b),
			[5, 7, 8, 12, 13],
		);
		assert.equal(lines.has(6), false, 'a function that is only defined');
		assert.equal(lines.has(10), false, 'a branch that was not taken');
	});

	it('may contain anything', () => {
		const functions = [{ functionName: 3, ranges: [{ startOffset: 5, endOffset: 2, count: 1 }, null, 7] }, 'x', null];
		const text = JSON.stringify({
			result: [{ url: 'file:///a.js', functions }, { url: 3 }, null],
			'source-map-cache': { a: { data: { mappings: 7 }, lineLengths: 3 }, b: null },
		});
		const { scripts, maps } = readV8Report(text);
		assert.deepEqual(
			scripts.flatMap(script => [...executedLines(script, 'a\nb')]),
			[],
		);
		const [script = assert.fail()] = scripts;
		assert.equal(executedOriginals(script, maps.get('a') ?? assert.fail()).size, 0);
		assert.deepEqual(readV8Report('[').scripts, []);
	});
});

function reportsOf(folder: string, file: string) {
	const output = join(folder, 'coverage');
	execFileSync(process.execPath, [file], { env: { ...process.env, NODE_V8_COVERAGE: output }, stdio: 'ignore' });
	return readdirSync(output).map(name => readV8Report(readFileSync(join(output, name), 'utf8')));
}
