import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LanguageTable } from '../../../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../../../src/code/pure/definitions/sourceParser';
import { SymbolIndex } from '../../../../src/code/pure/index/symbolIndex';
import type { TrigramData } from '../../../../src/code/pure/index/trigrams/trigramData';
import { TrigramIndex } from '../../../../src/code/pure/index/trigrams/trigramIndex';
import { searchContext } from '../../../../src/code/pure/search/searchContext';
import { wordPattern } from '../../../../src/code/pure/search/text/codeQuery';
import { everywhere } from '../../../../src/code/pure/search/text/scanOrder';
import { scanTexts } from '../../../../src/code/pure/search/text/textScan';
import { KeptTexts } from '../../../../src/code/pure/texts/keptTexts';
import type { Workspace } from '../../../../src/history/pure/workspace';
import { callTool } from '../../../../src/models/pure/tools/callTool';
import { searchTools } from '../../../../src/models/pure/tools/toolTable';
import { builtTrigrams } from '../../../support/builtTrigrams';
import { installedGrammars } from '../../../support/grammars';
import { MemoryFiles } from '../../../support/memoryFiles';
import { randomNumbers } from '../../../support/randomNumbers';
import { repoRoot } from '../../../support/repoRoot';

describe('a search with kept texts and trigrams', () => {
	it('answers as one that reads every file, whatever is asked and edited', async () => {
		const random = randomNumbers(11);
		const texts = sourcesOf(join(repoRoot, 'src', 'code', 'pure', 'search'));
		const paths = Object.keys(texts);
		const { files, ...rest } = workspaceOf(texts);
		const plain = { ...rest, files, texts: new KeptTexts(undefined, { budgetBytes: 0 }) };
		const resident = { ...rest, files, texts: new KeptTexts() };
		const little = { ...rest, files, texts: new KeptTexts(undefined, { budgetBytes: 100_000 }) };
		const { trigrams } = await builtTrigrams(files);
		const filtered = { ...rest, files, texts: new KeptTexts(trigrams) };
		const pick = <T>(items: readonly T[]) => items[random(items.length)] as T;
		let nFound = 0;
		for (let step = 0; step < 120; step++) {
			edit(files, pick(paths), texts, random);
			const [tool, args] = randomCall(texts, paths, random);
			const ask = async (workspace: Workspace) => {
				const answer = await callTool(searchTools, tool, args, { workspace });
				// With trigrams, files that cannot match do not count as not searched.
				return { ...answer, text: answer.text.replace(/\d+ files? (was|were) not/, 'N were not') };
			};
			const expected = await ask(plain);
			nFound += expected.ok ? 1 : 0;
			for (const [name, workspace] of Object.entries({ resident, little, filtered })) {
				assert.deepEqual(await ask(workspace), expected, `${name}: ${tool} ${JSON.stringify(args)}`);
			}
		}
		assert.ok(nFound > 40, `${nFound} found`);
	});

	it('reads a file once as long as it does not change, and those only that may contain the code', async () => {
		const { files, ...rest } = workspaceOf(manyTexts(50));
		const { trigrams } = await builtTrigrams(files);
		const ask = (texts: KeptTexts, code: string) =>
			callTool(searchTools, 'search_code', { query: code }, { workspace: { ...rest, files, texts } });
		const resident = new KeptTexts();
		await ask(resident, 'word7');
		files.reads.length = 0;
		assert.match((await ask(resident, 'word8x')).text, /Found the code once/);
		assert.deepEqual(files.reads, []);
		files.write('f03.py', 'word8x');
		assert.match((await ask(resident, 'word8x')).text, /Found the code 2 times/);
		assert.deepEqual(files.reads, ['f03.py']);
		files.reads.length = 0;
		assert.match((await ask(new KeptTexts(trigrams), 'word8x')).text, /Found the code 2 times/);
		assert.ok(files.reads.length < 8, files.reads.join());
	});

	it('keeps no text that may change without another time or size, and which files are binary', async () => {
		const names = ['a.py', 'b.py', 'c.bin'];
		const files = new MemoryFiles({ 'a.py': 'word1', 'b.py': 'word1', 'c.bin': new Uint8Array(3) });
		const texts = new KeptTexts(undefined, { mayKeep: ({ path }) => path !== 'a.py' });
		const workspace = { ...workspaceOf({}), files, texts };
		const ask = () => callTool(searchTools, 'search_code', { query: 'word1' }, { workspace });
		const first = await ask();
		assert.match(first.text, /Found the code 2 times/);
		assert.deepEqual([...new Set(files.reads.splice(0))].sort(), names);
		assert.deepEqual(await ask(), first);
		assert.deepEqual([...new Set(files.reads)], ['a.py']);
	});

	it('searches the text of an unsaved editor, and not the kept one', async () => {
		const { files, ...rest } = workspaceOf(manyTexts(20));
		const { trigrams } = await builtTrigrams(files);
		for (const texts of [new KeptTexts(), new KeptTexts(trigrams)]) {
			const editor = {
				list: () => files.list(),
				readText: async (path: string) => (path === 'f03.py' ? 'unsaved' : files.readText(path)),
				unsaved: () => new Set(['f03.py']),
			};
			const ask = async (from: Workspace['files'], code: string) =>
				(await callTool(searchTools, 'search_code', { query: code }, { workspace: { ...rest, files: from, texts } }))
					.text;
			assert.match(await ask(files, 'word3x'), /f03\.py/);
			assert.match(await ask(editor, 'unsaved'), /f03\.py/);
			assert.match(await ask(editor, 'word3x'), /not found/);
			assert.match(await ask(files, 'word3x'), /f03\.py/);
			assert.match(await ask(files, 'unsaved'), /not found/);
		}
	});

	it('asks no trigrams about the rows of those that they replaced', async () => {
		const { files } = workspaceOf(manyTexts(20));
		const texts = new KeptTexts((await builtTrigrams(files)).trigrams);
		const listing = await texts.list(files);
		const others = workspaceOf({ 'a.py': 'word3x', ...manyTexts(20) }).files;
		texts.use((await builtTrigrams(others)).trigrams);
		const asked = listing.mayContain?.('word3x');
		const at = listing.entries.findIndex(({ path }) => path === 'f03.py');
		assert.ok(asked === undefined || asked.includes(at), `${asked}`);
	});

	it('keeps texts up to an amount', async () => {
		const { files, ...rest } = workspaceOf(manyTexts(30));
		const texts = new KeptTexts((await builtTrigrams(files)).trigrams, { budgetBytes: 100 });
		const search = async () => {
			files.reads.length = 0;
			const context = searchContext({ ...rest, files, texts });
			const { hits } = await scanTexts(context, everywhere(context), [wordPattern('common')]);
			assert.equal(hits.length, 30);
			return files.reads.length;
		};
		assert.equal(await search(), 30);
		const nRead = await search();
		assert.ok(nRead > 20, `${nRead} read`);
	});

	it('reads only what changed and what may contain the code, however much changed', async () => {
		const { files, ...rest } = workspaceOf(manyTexts(50));
		const { trigrams } = await builtTrigrams(files);
		const changed = ['f10.py', 'f20.py', 'f30.py'];
		for (const path of changed) {
			files.write(path, `word7x ${'more '.repeat(50)}`);
		}
		const workspace = { ...rest, files, texts: new KeptTexts(trigrams, { budgetBytes: 100 }) };
		files.reads.length = 0;
		const answer = await callTool(searchTools, 'search_code', { query: 'word7x' }, { workspace });
		assert.match(answer.text, /Found the code 4 times/);
		assert.deepEqual([...new Set(files.reads)], ['f07.py', ...changed]);
	});

	it('works without trigrams that are damaged', async () => {
		const { files, ...rest } = workspaceOf(manyTexts(20));
		const data = (await builtTrigrams(files)).trigrams.data();
		const damaged = new TrigramIndex({
			section: name => data[name],
			grams: () => {
				throw new Error('damaged');
			},
		});
		const unreadable = new TrigramIndex({
			section: name => {
				if (name !== 'blocks.ends') {
					throw new Error('damaged');
				}
				return data[name] as TrigramData[typeof name];
			},
			grams: () => new Uint8Array(),
		});
		for (const texts of [new KeptTexts(damaged), new KeptTexts(unreadable)]) {
			const workspace = { ...rest, files, texts };
			const answer = await callTool(searchTools, 'search_code', { query: 'word3x' }, { workspace });
			assert.match(answer.text, /Found the code once/);
		}
	});

	it('counts as not searched only what may contain the code', async () => {
		const texts = { ...manyTexts(20), ...Object.fromEntries([...'pqrstuvw'].map(name => [`${name}.py`, 'needle\n'])) };
		const { files, ...rest } = workspaceOf(texts);
		const kept = new KeptTexts((await builtTrigrams(files)).trigrams);
		const context = searchContext({ ...rest, files, texts: kept });
		const limits = { nHits: 3, sizeBytes: 1e6 };
		const { hits, omissions } = await scanTexts(context, everywhere(context), [wordPattern('needle')], limits);
		assert.equal(hits.length, 3);
		assert.deepEqual(omissions, ['Stopped after the first 3 matches: 5 files were not searched.']);
	});
});

function workspaceOf(texts: Readonly<Record<string, string>>): Workspace & { readonly files: MemoryFiles } {
	const parser = new SourceParser(installedGrammars());
	const languages = new LanguageTable(parser.languages);
	return { index: new SymbolIndex(), languages, parser, files: new MemoryFiles(texts) };
}

function manyTexts(n: number): Record<string, string> {
	const name = (at: number) => `f${String(at).padStart(2, '0')}.py`;
	return Object.fromEntries(Array.from({ length: n }, (_, at) => [name(at), `common\nword${at}x\n`]));
}

function sourcesOf(folder: string): Record<string, string> {
	const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => path.replaceAll('\\', '/'));
	const files = paths.filter(path => /\.(ts|md|json)$/.test(path)).sort();
	return Object.fromEntries(files.map(path => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** Writes another text with a part of some file in it, or an empty one. */
function edit(
	files: MemoryFiles,
	path: string,
	texts: Record<string, string>,
	random: (limit: number) => number,
): void {
	if (random(3) > 0) {
		return;
	}
	const text = texts[path] ?? '';
	const at = random(text.length);
	texts[path] = random(20) === 0 ? '' : `${text.slice(0, at)}${piece(text, random)}${text.slice(at)}`;
	files.write(path, texts[path]);
}

function piece(text: string, random: (limit: number) => number): string {
	const at = random(Math.max(1, text.length - 40));
	return text.slice(at, at + 3 + random(30));
}

function randomCall(
	texts: Readonly<Record<string, string>>,
	paths: readonly string[],
	random: (limit: number) => number,
): [tool: string, args: Record<string, string>] {
	const path = paths[random(paths.length)] ?? '';
	const code = piece(texts[path] ?? '', random) || 'readText';
	const word = /[A-Za-z]{4,}/.exec(code)?.[0] ?? 'readText';
	const regex = [
		`${word}\\w*\\(`,
		`^\\s*(${word}|class|x+y) `,
		`${word.slice(0, 3)}.${word.slice(4)}`,
		`[${word}]+\\d{3,}`,
	];
	const calls: readonly [string, Record<string, string>][] = [
		['search_code', { query: code }],
		['search_code', { query: code.replaceAll(/\s+/g, '  ') }],
		['search_code', { query: code.toUpperCase() }],
		['search_code', { query: `"${word}"` }],
		['search_code', { query: `${word} ${word}` }],
		['search_code_in_file', { code_str: word, file_name: path }],
		['search_regex', { pattern: regex[random(regex.length)] ?? '', file_name: '' }],
		['search_regex', { pattern: word.toUpperCase(), file_name: '*.ts' }],
		['find_references', { name: word }],
		['search_method', { method_name: word }],
	];
	return calls[random(calls.length)] ?? ['', {}];
}
