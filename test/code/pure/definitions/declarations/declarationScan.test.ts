import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { readerOf } from '../../../../../src/code/pure/definitions/readerOf';
import { SourceParser } from '../../../../../src/code/pure/definitions/sourceParser';
import type { LanguageData } from '../../../../../src/code/pure/languages/languageData';
import type { CodeSymbol } from '../../../../../src/runs/pure/model/symbol';
import { readFixture } from '../../../../support/fixtureMarks';
import { installedGrammars } from '../../../../support/grammars';
import { repoRoot } from '../../../../support/repoRoot';

const parser = new SourceParser(installedGrammars());
const language = parser.languages.find(({ id }) => id === 'c');
assert.ok(language);
const { reader: _reader, ...rest } = language;
/** The rules do not look into all the statements of a function, in which the scanner finds types too. */
const descend = [...rest.descend, 'if_statement', 'for_statement', 'do_statement'];
const whole: LanguageData = { ...rest, id: 'c, whole', descend };

function scan(text: string): readonly CodeSymbol[] | undefined {
	assert.ok(language?.reader);
	return readerOf(language)?.(text, 'a.c');
}

/** `name startLine nameLine headerEndLine endLine` */
function places(text: string): string[] | undefined {
	return scan(text)?.map(
		({ name, kind, container, startLine, nameLine, headerEndLine, endLine }) =>
			`${kind} ${container}.${name} ${startLine} ${nameLine} ${headerEndLine} ${endLine}`,
	);
}

/** The same is read as by the parser, but for macros, which it does not find everywhere. */
async function assertSame(text: string): Promise<void> {
	const found = scan(text);
	assert.ok(found, text);
	const { symbols } = await parser.symbols(whole, 'a.c', text);
	assert.deepEqual(found, symbols, text);
}

const simple = [
	'int a = 1;',
	'static const char *b[] = { "{", "}" };',
	'struct s { int a, *b; union { char c; } u; };',
	'enum e { A = 1 << 2, B };',
	'typedef int (*callback)(int a, void *b);',
	'typedef struct { int x; } t;',
	'/* A comment {\n */',
	'// Another }',
	"char c = '\\'';",
	'',
];
// In blocks of a function the parser's rules find no macros.
const outside = ['#define M(x) { x', '#define N 1', 'int p(int a);', 'extern int q;', 'union u { int a; } v, *w;'];
const top = ['int f(int a, char *b)\n{@}', 'static void *g(void) {@}', 'int *h(int (*x)(int)) {@}'];
const local = ['if (a > (b)) {@}', 'for (;;) {@} ', '{@}', 'do {@} while (1);'];

describe('definitions scanned from declarations', () => {
	const made: [text: string, symbols: readonly string[]][] = [
		['SYSCALL_DEFINE2(kill, pid_t, pid,\n\tint, sig)\n{\n}\n', ['function .sys_kill 1 1 2 4']],
		['COMPAT_SYSCALL_DEFINE1(close, int, fd)\n{\n}\n', ['function .compat_sys_close 1 1 1 3']],
		['DEFINE_IDTENTRY(exc_divide_error)\n{\n}\n', ['function .exc_divide_error 1 1 1 3']],
		[
			'DEFINE_MUTEX(big_lock);\nstatic DEFINE_SPINLOCK( small_lock );',
			['constant .big_lock 1 1 1 1', 'constant .small_lock 2 2 2 2'],
		],
		['static DEFINE_PER_CPU(struct a [N(1, 2)],\n\tper_cpu) = { 1, };', ['constant .per_cpu 1 2 2 2']],
		['typedef DECLARE_BITMAP(bits_t, 8);', ['type .bits_t 1 1 1 1']],
		['DEFINE_PER_CPU(int *, array[N]);', ['constant .array 1 1 1 1']],
		['DEFINE_STATIC_KEY_FALSE(key);\nEXPORT_SYMBOL(key);', ['constant .key 1 1 1 1']],
		['LIST_HEAD(all);', ['constant .all 1 1 1 1']],
		['static DEVICE_ATTR_RO(size);', ['constant .dev_attr_size 1 1 1 1']],
		['DEFINE_EVENT(a_class, name,\n\tTP_PROTO(int a));', ['function .trace_name 1 1 2 2']],
		[
			'struct s { int a; DECLARE_BITMAP(bits, 8); };',
			['class .s 1 1 1 1', 'field s.a 1 1 1 1', 'field s.bits 1 1 1 1'],
		],
		[
			'PAGEFLAG(Dirty, dirty, PF_HEAD)\nint a;',
			[
				'function .PageDirty 1 1 1 1',
				'function .SetPageDirty 1 1 1 1',
				'function .ClearPageDirty 1 1 1 1',
				'constant .a 2 2 2 2',
			],
		],
		['DECLARE_STATIC_KEY_FALSE(elsewhere);\nDEFINE_THING("text");\nDEFINE_MUTEX();', []],
		['int define(void)\n{\n\tDEFINE_WAIT(wait);\n}', ['function .define 1 1 1 4']],
	];
	for (const [text, symbols] of made) {
		it(`are those that a macro makes: ${JSON.stringify(text)}`, () => {
			assert.deepEqual(places(text), symbols);
		});
	}

	it('are not read where brackets do not fit', () => {
		for (const text of ['int f() {', '}', 'int f(int a', 'int f(} {)', 'struct s {', 'int a = (1;', ')']) {
			assert.equal(scan(text), undefined, text);
		}
	});

	it('are read one way where conditions have several to write the same', () => {
		const text = '#ifdef A\nint f(int a)\n{\n#else\nint f(long a)\n{\n#endif\n	return 1;\n}\nint g(void) { }\n';
		assert.deepEqual(places(text), ['function .f 2 2 2 9', 'function .g 10 10 10 10']);
	});

	it('are read with the words of macros', () => {
		const text = [
			'DEFINE_CALL(open, const char *, name)\n{\n}',
			'main(argc) { }',
			'EXPORT_LINE(main)\nint next(void) __acquires(lock)\n{\n}',
			'__printf(1, 2) void *print(const char *format, ...) LIB_COLD(x) { }',
			'LIB_API(int) exported(void) { }',
			'static DEFINE_LOCK(lock);',
			'CHECKED(a);',
			'LIB_BEGIN\nLIB_DECLARE(a)\n\ntypedef int number;',
			'int LIB_PURE LIB_ATTR(nonnull(1)) attributed(void *a) __releases(b) { }',
		].join('\n');
		assert.deepEqual(places(text), [
			'function .open 1 1 1 3',
			'function .main 4 4 4 4',
			'function .next 6 6 6 8',
			'function .print 9 9 9 9',
			'function .exported 10 10 10 10',
			'constant .lock 11 11 11 11',
			'type .number 16 16 16 16',
			'function .attributed 17 17 17 17',
		]);
	});

	it('are types and variables of any form of declaration', () => {
		const text = [
			'typedef int list[4], (*callback)(void), function(int), (other)(long);',
			'struct { int a; } x, y __aligned(8);',
			'struct s { struct { int b; } c, d; int (*e)(int f); unsigned g : 3, : 2; u8 h[] __counted(g); } __packed;',
			'typedef enum { A, B = sizeof(int[2]) } letter, MACRO *pointer;',
			'int (*table[2])(int), *(*next)[3], prototype(int);',
			'void f(void) { typedef long local; struct t { int i; } j; (struct { int k; }){ 1 }; }',
		].join('\n');
		assert.deepEqual(
			scan(text)?.map(({ kind, container, name }) => `${kind} ${container}.${name}`),
			[
				...['type .list', 'type .callback', 'type .function', 'type .other'],
				...['constant .x', 'constant .y', 'field .a'],
				...['class .s', 'field s.c', 'field s.d', 'field s.c.b', 'field s.e', 'field s.g', 'field s.h'],
				...['class .letter', 'type .pointer', 'field letter.A', 'field letter.B'],
				...['constant .table', 'constant .next'],
				...['function .f', 'type f.local', 'class f.t', 'field f.t.i'],
			],
		);
	});

	it('have macros in what is around them', async () => {
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
		await assertSame(text);
	});

	it('have macros with quotes and comments in their values', () => {
		const text = '#define OPEN "/*"\n#define QUOTE \'"\'\n#define LONG /*\n*/ 1\n#define LAST don\'t /* x */\nint a;\n';
		assert.deepEqual(places(text), [
			...['constant .OPEN 1 1 1 1', 'constant .QUOTE 2 2 2 2', 'constant .LONG 3 3 4 4', 'constant .LAST 5 5 5 5'],
			'constant .a 6 6 6 6',
		]);
	});

	for (const path of globSync('*.*', { cwd: join(repoRoot, 'test/languages/fixtures/c') })) {
		if (!/broken/i.test(path)) {
			it(`are those of the parser in ${path}`, async () => {
				const { source } = readFixture(readFileSync(join(repoRoot, 'test/languages/fixtures/c', path), 'utf8'));
				for (const text of [source, source.replaceAll('\n', '\r\n'), source.trimEnd()]) {
					await assertSame(text);
				}
			});
		}
	}

	it('are those of the parser in any nesting', async () => {
		const { node } = fc.letrec<{ node: string }>(tie => ({
			node: fc.oneof(
				{ maxDepth: 4 },
				fc.constantFrom(...simple),
				fc.tuple(fc.constantFrom(...local), fc.array(tie('node'), { maxLength: 3 })).map(fill),
			),
		}));
		const any = fc.oneof(
			fc.constantFrom(...simple, ...outside),
			fc.tuple(fc.constantFrom(...top), fc.array(node, { maxLength: 4 })).map(fill),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(any, { maxLength: 5 }), tops => assertSame(`${tops.join('\n')}\n`)),
			{ numRuns: 200 },
		);
	});
});

function fill([around, inside]: readonly [string, readonly string[]]): string {
	return around.replace('@', () => `\n${inside.join('\n')}\n`);
}
