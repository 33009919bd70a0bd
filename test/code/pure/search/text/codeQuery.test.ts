import assert from 'node:assert/strict';
import { assignmentPattern, codePatterns, wordPattern } from '../../../../../src/code/pure/search/text/codeQuery';

describe('assignmentPattern', () => {
	const assigned = [
		'x = 1',
		'self.x = 1',
		'this.x=1',
		'    x = 1',
		'let x = 1',
		'x: int = 1',
		'self.x: int = 1',
		'x := 1',
		'p->x = 1',
		'"x": 1',
		"{'x': 1}",
	];
	for (const text of assigned) {
		it(`finds x assigned in ${text}`, () => {
			assert.equal([...assignmentPattern('x').find(`first\n${text}\n`)].length, 1);
		});
	}

	const otherwise = [
		'x == 1',
		'if x == y:',
		'self.x == 1',
		'f(x=1)',
		'    x=1,',
		'max = 1',
		'x2 = 1',
		'x => 1',
		'x()',
		'print(x)',
		'x.y = 1',
	];
	for (const text of otherwise) {
		it(`finds no x assigned in ${text}`, () => {
			assert.deepEqual([...assignmentPattern('x').find(`first\n${text}\n`)], []);
		});
	}

	it('takes a name with signs literally', () => {
		assert.equal([...assignmentPattern('$x?').find('$x? = 1')].length, 1);
		assert.equal([...assignmentPattern('a.b').find('aXb = 1')].length, 0);
	});
});

describe('wordPattern', () => {
	it('finds whole words only', () => {
		const text = 'run runner rerun _run run$ run() x.run';
		assert.deepEqual(
			[...wordPattern('run').find(text)].map(([start]) => start),
			[0, 27, 35],
		);
	});
});

describe('codePatterns', () => {
	it('look for the literal text first', () => {
		const [first] = codePatterns('"a"');
		assert.ok(first);
		assert.deepEqual(
			[...first.find('x "a" a "a"')],
			[
				[2, 5],
				[8, 11],
			],
		);
		assert.equal(first.note, '');
	});

	it('need a blank between words and allow one between signs', () => {
		const loose = codePatterns('return  f(a,b)').find(({ note }) => note.includes('other blanks'));
		assert.ok(loose);
		const matches = (text: string) => [...loose.find(text)].length;
		assert.deepEqual(
			['return f(a, b)', 'return f(\n\ta,\n\tb\n)', 'returnf(a,b)', 'return f(ab)'].map(matches),
			[1, 1, 0, 0],
		);
	});

	it('come to an end on a text of blanks only', () => {
		assert.deepEqual(
			codePatterns(' \n ').flatMap(pattern => [...pattern.find('abc')]),
			[],
		);
	});
});
