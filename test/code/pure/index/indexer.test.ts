import assert from 'node:assert/strict';
import { LanguageTable } from '../../../../src/code/pure/definitions/languageTable';
import { type GrammarSource, SourceParser } from '../../../../src/code/pure/definitions/sourceParser';
import { type FileProblem, indexHere } from '../../../../src/code/pure/index/indexBatch';
import type { IndexedFile, LeftOutFile } from '../../../../src/code/pure/index/indexedFile';
import { compareFiles, indexFiles } from '../../../../src/code/pure/index/indexer';
import { parseLimitBytes } from '../../../../src/code/pure/index/indexText';
import type { SymbolTable } from '../../../../src/code/pure/index/tables/symbolTable';
import type { Progress } from '../../../../src/system/pure/progress';
import { installedGrammars } from '../../../support/grammars';
import { MemoryFiles } from '../../../support/memoryFiles';

describe('indexFiles', () => {
	it('parses what has a grammar and keeps other text as text, in the order of the paths', async () => {
		const all = await indexOf({
			'b.py': 'def run():\n    pass\n',
			'a.txt': 'words',
			'tests/c.py': 'class Case:\n    pass\n',
			'broken.py': 'def ok():\n    pass\n\ndef (:\n',
		});
		assert.deepEqual(
			all.files.map(file => `${file.path} ${file.language ?? '-'} ${file.state} ${file.isTest}`),
			[
				'a.txt - text false',
				'b.py python parsed false',
				'broken.py python partial false',
				'tests/c.py python parsed true',
			],
		);
		assert.deepEqual(
			all.files.flatMap(file => file.symbols.map(symbol => symbol.name)),
			['run', 'ok', 'Case'],
		);
	});

	it('leaves out what is not text, and reports why', async () => {
		const all = await indexOf({ 'a.py': new Uint8Array(4), 'b.py': 'x = 1\n' });
		assert.deepEqual(all.leftOut, [{ path: 'a.py', sizeBytes: 4, modifiedMs: 0, reason: 'binary' }]);
		assert.deepEqual(
			all.files.map(file => file.path),
			['b.py'],
		);
		assert.deepEqual(all.problems, [], 'a binary file is nothing to worry about');
	});

	it('does not parse a huge file, but has it as text', async () => {
		const all = await indexOf({ 'data.rb': 'X = 1\n'.repeat(parseLimitBytes / 6 + 1) });
		assert.deepEqual(
			all.files.map(file => [file.state, file.language, file.symbols.length]),
			[['text', 'ruby', 0]],
		);
	});

	it('reads a huge file of a language that needs no parser', async () => {
		const unit = '#define A 1\n';
		const header = `${unit.repeat(parseLimitBytes / unit.length + 1)}int last;\n`;
		const all = await indexOf({ 'registers.h': header, 'unbalanced.h': `${header}}` });
		assert.deepEqual(
			all.files.map(file => [file.path, file.state, file.symbols.at(-1)?.name]),
			[
				['registers.h', 'parsed', 'last'],
				['unbalanced.h', 'text', undefined],
			],
		);
	});

	it('continues when a file vanishes or a grammar is not available, and reports both', async () => {
		const files = new MemoryFiles({ 'a.rb': 'X = 1\n', 'gone.txt': 'text' });
		const listed = await files.list();
		files.list = async () => listed;
		files.remove('gone.txt');
		const grammars: GrammarSource = {
			...installedGrammars(),
			grammarWasm: () => Promise.reject(new Error('no such grammar')),
		};
		const all = await collect(files, { grammars });
		assert.deepEqual(
			all.files.map(file => [file.path, file.state]),
			[['a.rb', 'text']],
		);
		assert.deepEqual(
			all.leftOut.map(file => [file.path, file.reason]),
			[['gone.txt', 'missing']],
		);
		assert.deepEqual(all.problems, [
			{ path: 'a.rb', reason: 'not parsed: no such grammar' },
			{ path: 'gone.txt', reason: 'gone.txt: no such file in the workspace' },
		]);
	});

	it('takes over unchanged files unread, and reads those of another size or time', async () => {
		const before = await indexOf({ 'a.py': 'a = 1\n', 'b.py': 'b = 1\n', 'c.bin': new Uint8Array(3) });
		const files = new MemoryFiles({
			'a.py': 'a = 1\n',
			'b.py': 'b = 1\n',
			'c.bin': new Uint8Array(3),
			'd.py': 'd = 1\n',
		});
		const list = files.list.bind(files);
		files.list = async () => (await list()).map(entry => (entry.path === 'b.py' ? { ...entry, modifiedMs: 1 } : entry));
		const after = await collect(files, { known: before.table });
		assert.deepEqual(files.reads, ['b.py', 'd.py']);
		assert.equal(after.nKnown, 2);
		assert.deepEqual(
			after.files.map(file => file.path),
			['a.py', 'b.py', 'd.py'],
		);
		assert.deepEqual(after.leftOut, before.leftOut);
	});

	it('gives back the known table where nothing changed', async () => {
		const texts = { 'a.py': 'a = 1\n', 'c.bin': new Uint8Array(3) };
		const before = await indexOf(texts);
		const files = new MemoryFiles(texts);
		const after = await collect(files, { known: before.table });
		assert.equal(after.table, before.table);
		assert.deepEqual([files.reads, after.nKnown], [[], 2]);
		const fewer = await collect(new MemoryFiles({ 'a.py': 'a = 1\n' }), { known: before.table });
		assert.deepEqual([fewer.files.length, fewer.leftOut.length, fewer.nKnown], [1, 0, 1]);
	});

	it('reports its progress batch by batch, up to the last file', async () => {
		const texts = Object.fromEntries(Array.from({ length: 450 }, (_, at) => [`${at}.txt`, '']));
		const { steps } = await indexOf({ ...texts, '100.py': 'def f(): pass\n', '450.py': 'def g(): pass\n' });
		assert.deepEqual(
			steps.map(({ done, total, nSymbols }) => [done, total, nSymbols]),
			[
				[200, 452, 1],
				[400, 452, 2],
				[452, 452, 2],
			],
		);
	});

	it('ends with the reason of the signal when cancelled, after the batch it is in', async () => {
		const controller = new AbortController();
		const texts = Object.fromEntries(Array.from({ length: 450 }, (_, at) => [`${at}.txt`, '']));
		const files = new MemoryFiles(texts);
		const seen: Progress[] = [];
		await assert.rejects(
			collect(files, {
				signal: controller.signal,
				onStep: step => {
					seen.push(step);
					controller.abort(new Error('enough'));
				},
			}),
			/enough/,
		);
		assert.equal(seen.length, 1);
		assert.equal(files.reads.length, 200);
	});
});

interface Options {
	readonly known?: SymbolTable;
	readonly signal?: AbortSignal;
	readonly grammars?: GrammarSource;
	readonly onStep?: (step: Progress) => void;
}

interface Indexed {
	readonly table: SymbolTable;
	readonly files: readonly IndexedFile[];
	readonly leftOut: readonly LeftOutFile[];
	readonly problems: readonly FileProblem[];
	readonly nKnown: number;
	readonly steps: readonly Progress[];
}

function indexOf(texts: Readonly<Record<string, string | Uint8Array>>): Promise<Indexed> {
	return collect(new MemoryFiles(texts), {});
}

async function collect(files: MemoryFiles, options: Options): Promise<Indexed> {
	const { grammars = installedGrammars(), onStep, known, ...rest } = options;
	const languages = new LanguageTable(grammars.languages);
	const steps: Progress[] = [];
	const indexing = indexFiles({
		listed: compareFiles(await files.list(), known),
		batches: indexHere({ files, languages, parser: new SourceParser(grammars) }),
		...rest,
	});
	let step = await indexing.next();
	for (; !step.done; step = await indexing.next()) {
		steps.push(step.value);
		onStep?.(step.value);
	}
	const { table, ...found } = step.value;
	const rows = Array.from({ length: table.nRows }, (_, row) => row);
	return {
		...found,
		...{ table, steps },
		files: rows.filter(row => !table.isLeftOut(row)).map(row => table.fileAt(row)),
		leftOut: rows.filter(row => table.isLeftOut(row)).map(row => table.leftOutAt(row)),
	};
}
