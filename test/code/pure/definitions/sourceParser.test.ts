import assert from 'node:assert/strict';
import { type GrammarSource, SourceParser } from '../../../../src/code/pure/definitions/sourceParser';
import type { LanguageData } from '../../../../src/code/pure/languages/languageData';
import { installedGrammars } from '../../../support/grammars';

const parser = new SourceParser(installedGrammars());

function byId(id: string): LanguageData {
	const language = parser.languages.find(each => each.id === id);
	assert.ok(language, id);
	return language;
}

describe('SourceParser', () => {
	it('parses a text once for all that ask for its references', async () => {
		// As `SourceParser` loads it.
		const { Parser } = await import('web-tree-sitter');
		const parse = Parser.prototype.parse;
		let nParsed = 0;
		Parser.prototype.parse = function (...args) {
			nParsed++;
			return parse.apply(this, args);
		};
		try {
			const text = `kept_once(${Math.PI})\n`;
			const [first, second] = await Promise.all([1, 2].map(() => parser.references(byId('python'), text)));
			assert.deepEqual([first?.map(({ name }) => name), second], [['kept_once'], first]);
			await parser.references(byId('python'), text);
			assert.equal(nParsed, 1);
			await parser.references(byId('ruby'), text);
			await parser.references(byId('python'), `${text}\n`);
			assert.equal(nParsed, 3);
		} finally {
			Parser.prototype.parse = parse;
		}
	});

	it('reads nodes that are nested thousands of times, in each language', async () => {
		const nested = [`${'long '.repeat(4_000)}\n`, `x = ${'(['.repeat(2_000)}\n`, `a = ${'b + '.repeat(4_000)}c\n`];
		for (const language of parser.languages) {
			for (const text of nested) {
				const { symbols } = await parser.symbols(language, 'a', text);
				assert.ok(symbols.length < 100, `${language.id}: ${symbols.length}`);
			}
		}
	});

	it('returns the symbols of a text, and reports when it could not read all of it', async () => {
		const good = await parser.symbols(byId('python'), 'a.py', 'def f():\n    pass\n');
		assert.deepEqual(good, {
			hasErrors: false,
			symbols: [
				{
					name: 'f',
					kind: 'function',
					file: 'a.py',
					container: '',
					startLine: 1,
					endLine: 2,
					nameLine: 1,
					headerEndLine: 1,
					bases: [],
					modifiers: [],
				},
			],
		});
		const bad = await parser.symbols(byId('python'), 'a.py', 'def f():\n    pass\ndef (:\n');
		assert.equal(bad.hasErrors, true);
		assert.deepEqual(
			bad.symbols.map(symbol => symbol.name),
			['f'],
		);
	});

	it('reads empty texts and texts of any letters', async () => {
		assert.deepEqual(await parser.symbols(byId('python'), 'a.py', ''), { hasErrors: false, symbols: [] });
		const { symbols } = await parser.symbols(byId('python'), 'a.py', '# 😀 größer\nclass Größe:\n    "😀"\n');
		assert.deepEqual(
			symbols.map(({ name, startLine, endLine, doc }) => ({ name, startLine, endLine, doc })),
			[{ name: 'Größe', startLine: 2, endLine: 3, doc: { startLine: 3, endLine: 3 } }],
		);
	});

	it('parses several texts of several languages at once', async () => {
		const names = await Promise.all(
			Array.from({ length: 8 }, async (_, n) => {
				const [id, text] = n % 2 === 0 ? ['python', `def f${n}(): pass`] : ['go', `package p\nfunc f${n}() {}`];
				return (await parser.symbols(byId(id ?? ''), 'a', text ?? '')).symbols[0]?.name;
			}),
		);
		assert.deepEqual(names, ['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7']);
	});

	it('blanks out words the grammar cannot read, and keeps every position', async () => {
		const text = 'static int __init\nstart(struct a __user *p) __must_hold(lock)\n{\n}\n#define __init x\n';
		const { symbols, hasErrors } = await parser.symbols(byId('c'), 'a.c', text);
		assert.equal(hasErrors, false);
		assert.deepEqual(
			symbols.map(({ name, startLine, nameLine, endLine }) => [name, startLine, nameLine, endLine]),
			[
				['start', 1, 2, 4],
				['__init', 5, 5, 5],
			],
		);
	});

	it('gives each reference once, in source order', async () => {
		const text = 'class A(Base):\n    def f(self):\n        return g(h(1), self.i())\n';
		assert.deepEqual(await parser.references(byId('python'), text), [
			{ name: 'Base', kind: 'class', line: 1 },
			{ name: 'g', kind: 'call', line: 3 },
			{ name: 'h', kind: 'call', line: 3 },
			{ name: 'i', kind: 'call', line: 3, receiver: 'self' },
		]);
	});

	it('reports which grammar or query is broken, on every call', async () => {
		const source: GrammarSource = {
			...installedGrammars(),
			grammarWasm: async () => {
				throw new Error('no grammar');
			},
			tags: async () => '(nonsense) @reference.call',
		};
		const broken = new SourceParser(source);
		await assert.rejects(broken.symbols(byId('ruby'), 'a.rb', ''), /no grammar/);
		await assert.rejects(broken.symbols(byId('ruby'), 'a.rb', ''), /no grammar/);
		const unreadable = new SourceParser({ ...source, grammarWasm: installedGrammars().grammarWasm });
		await assert.rejects(unreadable.references(byId('ruby'), ''), /nonsense/);
		assert.equal((await unreadable.symbols(byId('ruby'), 'a.rb', 'X = 1')).symbols.length, 1);
	});

	it('gives up on a text that takes too long, and reads the next one', async () => {
		const hasty = new SourceParser(installedGrammars(), 1);
		const language = hasty.languages.find(({ extensions }) => extensions.includes('.rb'));
		assert.ok(language);
		await assert.rejects(hasty.symbols(language, 'a.rb', 'def f; end\n'.repeat(20_000)), /takes too long/);
		assert.equal((await hasty.symbols(language, 'a.rb', 'def f; end')).symbols.length, 1);
	});

	it('reads a text that needs no parser without its grammar', async () => {
		const grammarWasm = () => Promise.reject(new Error('no grammar'));
		const without = new SourceParser({ ...installedGrammars(), grammarWasm });
		assert.equal((await without.symbols(byId('python'), 'a.py', 'x = 1')).symbols.length, 1);
		await assert.rejects(without.symbols(byId('python'), 'a.py', 'x = ('), /no grammar/);
		await assert.rejects(without.symbols(byId('python'), 'a.py', 'x = 1', AbortSignal.abort()), { name: 'AbortError' });
	});

	it('stops at an aborted signal between two slices', async () => {
		const language = parser.languages.find(({ extensions }) => extensions.includes('.rb'));
		assert.ok(language);
		const controller = new AbortController();
		const parsing = parser.symbols(language, 'a.rb', 'def f; end\n'.repeat(20_000), controller.signal);
		setTimeout(() => controller.abort());
		await assert.rejects(parsing, { name: 'AbortError' });
	});
});
