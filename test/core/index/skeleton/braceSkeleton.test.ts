import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { LanguageData } from '../../../../src/core/index/languageData';
import { LanguageTable } from '../../../../src/core/index/languageTable';
import { type Skeleton, skeletonOf } from '../../../../src/core/index/skeleton/skeletonOf';
import { SourceParser } from '../../../../src/core/index/sourceParser';
import { readFixture } from '../../../support/fixtureMarks';
import { installedGrammars } from '../../../support/grammars';
import { repoRoot } from '../../../support/repoRoot';

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

interface Nesting {
	/** Statements alone. */
	readonly simple: readonly string[];
	/** The same, but in no function. */
	readonly outside: readonly string[];
	/** What may be around statements, outside of functions and in them: at `@`. */
	readonly top: readonly string[];
	readonly local: readonly string[];
}

const nesting: Readonly<Record<string, Nesting>> = {
	typescript: {
		simple: [
			// biome-ignore lint/suspicious/noTemplateCurlyInString: code
			'const a = /[/}]{/.test(b) ? `${`}` + c} {` : "}";',
			'const f = (x: () => void): string => { return g(function () {}); };',
			'const o = { m() { return 1; }, n: async function () {}, p: y => y };',
			'class C<T = {}> extends m(B) { static s = { a: 1 }; get x(): D { return 1; } [k]() {} }',
			'h(z => z.a, () => { return { a: 1 }; });',
			'type T = { a: string };',
			'// A comment {',
			'/* Another }\n */',
			'',
		],
		outside: [
			'export interface I extends J<{ a: 1 }> { a(): void; b: { c: number } }',
			'import {\n\ta,\n} from "b";',
			'enum E { A = 1, "b-c" }',
			'if (a) { const b = 1; } else { const c = 2; }',
			'export type U = { a: 1 } & { b: (c: { d: 2 }) => void };',
			'const v = { w: 1 } as { w: 1 };',
		],
		top: ['export function f(a: A, b = {}): C {@}', 'const k = async (a) => {@};', 'test("}", function () {@});'],
		local: ['if (a > (b)) {@}', 'for (const x of y) {@}', 'each(() => {@});', 'try {@} catch {}', 'function g() {@}'],
	},
};

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

	for (const [id, parts] of Object.entries(nesting)) {
		it(`leave the same definitions of any nesting: ${id}`, async () => {
			const { node } = fc.letrec<{ node: string }>(tie => ({
				node: fc.oneof(
					{ maxDepth: 4 },
					fc.constantFrom(...parts.simple),
					fc.tuple(fc.constantFrom(...parts.local), fc.array(tie('node'), { maxLength: 3 })).map(fill),
				),
			}));
			const top = fc.oneof(
				fc.constantFrom(...parts.simple, ...parts.outside),
				fc.tuple(fc.constantFrom(...parts.top), fc.array(node, { maxLength: 4 })).map(fill),
			);
			await fc.assert(
				fc.asyncProperty(fc.array(top, { maxLength: 5 }), tops => assertSame(byId(id), `${tops.join('\n')}\n`)),
				{ numRuns: 200 },
			);
		});
	}
});

function fill([around, inside]: readonly [string, readonly string[]]): string {
	return around.replace('@', () => `\n${inside.join('\n')}\n`);
}
