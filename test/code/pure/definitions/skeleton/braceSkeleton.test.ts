import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LanguageTable } from '../../../../../src/code/pure/definitions/languageTable';
import { type Skeleton, skeletonOf } from '../../../../../src/code/pure/definitions/skeleton/skeletonOf';
import { SourceParser } from '../../../../../src/code/pure/definitions/sourceParser';
import type { LanguageData } from '../../../../../src/code/pure/languages/languageData';
import { readFixture } from '../../../../support/fixtureMarks';
import { installedGrammars } from '../../../../support/grammars';
import { repoRoot } from '../../../../support/repoRoot';

const parser = new SourceParser(installedGrammars());
const table = new LanguageTable(parser.languages);
const fixtures = join(repoRoot, 'test/languages/fixtures');

function byId(id: string): LanguageData {
	const language = parser.languages.find(each => each.id === id);
	assert.ok(language, id);
	return language;
}

function reduce(id: string, text: string): Skeleton | undefined {
	const { skeleton } = byId(id);
	assert.ok(skeleton, id);
	return skeletonOf(skeleton)?.(text);
}

function withoutSkeleton({ skeleton: _skeleton, ...language }: LanguageData): LanguageData {
	return { ...language, id: `${language.id}, whole` };
}

/** The text has a skeleton without errors, from which the same is read as from the whole text. */
async function assertSame(language: LanguageData, text: string): Promise<void> {
	const whole = withoutSkeleton(language);
	const reduced = reduce(language.id, text);
	assert.ok(reduced !== undefined, `no skeleton of:\n${text}`);
	const context = `${text}\n---\n${reduced.text}`;
	assert.deepEqual(await parser.syntaxErrors(whole, reduced.text), [], context);
	const { symbols } = await parser.symbols(language, 'a', text);
	assert.deepEqual(symbols, (await parser.symbols(whole, 'a', text)).symbols, context);
}

describe('skeletons of languages with braces', () => {
	it('keep each row, and leave bodies and values out', () => {
		const text = [
			'#include <a.h>',
			'/* Of f. */',
			'static int f(int a,',
			'             int b)',
			'{',
			'	return "}"[0] + \'{\'; // }',
			'}',
			'#define LIMIT 1 \\',
			'	+ 2',
			'struct s { int a; /* b */ };',
			'int values[] = { 1,',
			'	2 };',
		].join('\n');
		const reduced = reduce('cpp', text);
		assert.deepEqual(reduced?.text.split('\n'), [
			...['', '/**/', 'static int f(', ')', '{', '', '}', '', ''],
			...['struct s { int a;  };', 'int values[] = {', '};'],
		]);
		assert.deepEqual(reduced?.defined, [{ name: 'LIMIT', kind: 'constant', startLine: 8, endLine: 9 }]);
	});

	it('are not made of texts whose brackets do not fit', () => {
		for (const text of ['int f() {', '}', 'int f(int a', 'int f(} {)']) {
			assert.equal(reduce('cpp', text), undefined, text);
		}
	});

	it('read one way where conditions have several to write the same', async () => {
		const text = '#ifdef A\nint f(int a)\n{\n#else\nint f(long a)\n{\n#endif\n	return 1;\n}\nint g(void) { }\n';
		const { symbols } = await parser.symbols(byId('cpp'), 'a.cpp', text);
		assert.deepEqual(
			symbols.map(({ name, startLine, endLine }) => [name, startLine, endLine]),
			[
				['f', 2, 9],
				['g', 10, 10],
			],
		);
	});

	it('put macros where they are defined', async () => {
		const text = [
			'#define A 1',
			'#define EMPTY /* nothing */',
			'struct s {',
			'	/* Of B. */',
			'#define B 2',
			'	int b;',
			'};',
			'int f(void)',
			'{',
			'	/* Of C,',
			'	 * as well. */',
			'	#define C(x) x + \\',
			'		1',
			'}',
			'enum { D, /* d */ E };',
		].join('\n');
		await assertSame(byId('cpp'), text);
	});

	for (const path of globSync('*/*.*', { cwd: fixtures }).sort()) {
		const { source } = readFixture(readFileSync(join(fixtures, path), 'utf8'));
		const language = table.of(path.replaceAll('\\', '/'), source);
		if (language?.skeleton?.family === 'braces' && !/broken/i.test(path)) {
			it(`leave the same definitions in ${path}`, async () => {
				const whole = withoutSkeleton(language);
				for (const text of [source, source.replaceAll('\n', '\r\n'), source.trimEnd()]) {
					const { symbols } = await parser.symbols(language, path, text);
					assert.deepEqual(symbols, (await parser.symbols(whole, path, text)).symbols);
				}
			});
		}
	}
});
