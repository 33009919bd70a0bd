import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readerOf } from '../../../../../src/code/pure/definitions/readerOf';
import { SourceParser } from '../../../../../src/code/pure/definitions/sourceParser';
import type { LanguageData } from '../../../../../src/code/pure/languages/languageData';
import type { CodeSymbol } from '../../../../../src/runs/pure/model/symbol';
import { installedGrammars } from '../../../../support/grammars';

const parser = new SourceParser(installedGrammars());

function byId(id: string): LanguageData {
	const language = parser.languages.find(each => each.id === id);
	assert.ok(language, id);
	return language;
}

function scan(text: string, id = 'typescript'): readonly CodeSymbol[] | undefined {
	return readerOf(byId(id))?.(text, 'a');
}

/** The same is read without the parser as from the whole text by it. */
async function assertSame(text: string, id = 'typescript'): Promise<void> {
	const { reader: _reader, ...language } = byId(id);
	const { symbols } = await parser.symbols({ ...language, id: `${id}, whole` }, 'a', text);
	assert.deepEqual(scan(text, id), symbols, text);
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
			'export default class<T> { private a = (b): c is d => true; e!: f; static { g.h = () => {}; } }',
			'const w = (a ? (b: c): d => e : { f() {} }) as { g: () => void };',
		],
		top: ['export function f(a: A, b = {}): C {@}', 'const k = async (a) => {@};', 'test("}", function () {@});'],
		local: ['if (a > (b)) {@}', 'for (const x of y) {@}', 'each(() => {@});', 'try {@} catch {}', 'function g() {@}'],
	},
};

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: code
const texts = [
	'a.prototype.b = a.prototype.c = function () {};\n',
	'module.exports = class A extends (B) { c() {} };\n',
	'exports.a = b => b;\nexports.c = exports.d = { e() {} };\nf["g"] = function () {};\n',
	'const a = { b() {} }.c, d = function () {}.bind(e), f = { g: { h() {} }.i };\n',
	'/** Of a. */\nexport default async function () {}\n',
	'/** Of A. */\n@B({ c: 1 })\nexport abstract class A {\n\t/** Of d. */\n\t@E() d?: () => void;\n\tf(): void;\n}\n',
	'class A { constructor(private b = 1, /* c */ readonly c: D, public e?: F) {} }\n',
	'declare global {\n\tinterface A { b: string | { c: 1 } }\n}\ndeclare module "a b" {}\nnamespace C.D { let e = 1; }\n',
	'a: for (let b = 1; b < 2; b++) { continue a; }\nfor (const c of d) {}\nfor (var e in f) {}\n',
	'const a = b < c, d = e<F>(g), h = <T>(i: T) => i, j = k as unknown as { l: 1 };\n',
	'let a = b\n/c/.d(e)\nlet f = /[/]"/g, g = h++ / 2, i = `${`}`}`\nlet j\n(function k() {})\n',
	'const enum A { "b c", D = 1 << 2 }\ntype E<T> = T extends (infer U)[] ? { f: U } : never\ninterface G { "iPad (1)": 1 }\n',
	'export const a = (b): ((c: D) => e is F) => { return b; };\nconst g = h ? (i): J.K => i : l;\n',
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: code

describe('definitions scanned from statements', () => {
	it('are those of the parser', async () => {
		for (const text of texts) {
			await assertSame(text);
			await assertSame(text.replaceAll('\n', '\r\n'));
		}
	});

	it('are not those in elements, whose text is no code', async () => {
		const text =
			"const a = <B c={d => { return e; }} f='{'>it's {g ? <h /> : '}'} // <i.j></i.j></B>;\nfunction k() {}\n";
		await assertSame(text, 'tsx');
		await assertSame(text, 'javascript');
	});

	it('are not read where brackets do not fit each other, or are too deep', () => {
		for (const text of ['function a() {', '}', 'a(', 'a b', 'let = `${', '('.repeat(100_000)]) {
			assert.equal(scan(text), undefined, text.slice(0, 99));
		}
		for (const part of ['[', '{a:', '`${', 'a(', 'keyof ', 'a?b:', 'class A extends f(']) {
			scan(`type A = ${part.repeat(50_000)}`);
			scan(part.repeat(50_000));
		}
	});

	it('are given up in elements that do not begin well', () => {
		for (const text of ['<<', '[<<', 'x = <a <', '<a>{<<']) {
			assert.equal(scan(text, 'javascript'), undefined, text);
		}
	});

	it('take time in proportion to the text', () => {
		/** CPU time in microseconds, the least of several. */
		const timeOf = (part: string, end: string, count: number): number => {
			const text = part.repeat(count) + end.repeat(count);
			const times = [1, 2, 3].map(() => {
				const start = process.cpuUsage();
				scan(text);
				return process.cpuUsage(start).user;
			});
			return Math.min(...times);
		};
		for (const [part, end = ''] of [
			['a<'],
			['a<{b:'],
			['a=>('],
			['x={a:', '}.b'],
			['(a)?'],
			['/*a*/'],
			['a\n?'],
		] as const) {
			timeOf(part, end, 2_000);
			const few = timeOf(part, end, 10_000);
			const many = timeOf(part, end, 80_000);
			assert.ok(many < 24 * (few + 2_000), `${part}: ${few} and ${many} us`);
		}
	});

	for (const [id, parts] of Object.entries(nesting)) {
		it(`are those of the parser in any nesting: ${id}`, async () => {
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
				fc.asyncProperty(fc.array(top, { maxLength: 5 }), tops => assertSame(`${tops.join('\n')}\n`, id)),
				{ numRuns: 200 },
			);
		});
	}
});

function fill([around, inside]: readonly [string, readonly string[]]): string {
	return around.replace('@', () => `\n${inside.join('\n')}\n`);
}
