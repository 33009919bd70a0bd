import assert from 'node:assert/strict';
import { LanguageTable } from '../../../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../../../src/code/pure/definitions/sourceParser';
import { SymbolIndex } from '../../../../src/code/pure/index/symbolIndex';
import { type SearchContext, searchContext } from '../../../../src/code/pure/search/searchContext';
import { codePatterns } from '../../../../src/code/pure/search/text/codeQuery';
import { everywhere } from '../../../../src/code/pure/search/text/scanOrder';
import type { FileHits } from '../../../../src/code/pure/search/text/textHit';
import { scanTexts, streamHits } from '../../../../src/code/pure/search/text/textScan';
import { KeptTexts } from '../../../../src/code/pure/texts/keptTexts';
import type { Workspace } from '../../../../src/history/pure/workspace';
import { callTool } from '../../../../src/models/pure/tools/callTool';
import { searchTools } from '../../../../src/models/pure/tools/toolTable';
import { installedGrammars } from '../../../support/grammars';
import { MemoryFiles } from '../../../support/memoryFiles';

describe('the hits of a search', () => {
	it('come before the last file is read', async () => {
		const files = new BlockedFiles({ 'a.py': 'x\nneedle\n', 'b.py': '', 'z.py': 'needle needle\nneedle\n' }, 'z.py');
		const stream = streamHits(...needleIn(files));
		assert.deepEqual(lines(await stream.next()), ['a.py:2']);
		assert.deepEqual(files.reads, ['a.py']);
		const second = stream.next();
		await files.isBlocked;
		files.release();
		assert.deepEqual(lines(await second), ['z.py:1', 'z.py:2']);
		const { done, value } = await stream.next();
		assert.deepEqual([done, value && 'omissions' in value && value.omissions], [true, []]);
	});

	it('reach a user who waits for the answer of a tool', async () => {
		const files = new BlockedFiles({ 'a.py': 'needle\n', 'z.py': 'needle\n' }, 'z.py');
		for (const [tool, args] of [
			['search_code', { query: 'needle' }],
			['search_regex', { pattern: 'ne+dle', file_name: '' }],
		] as const) {
			const found: string[] = [];
			const onHits = ({ file }: FileHits) => found.push(file);
			const answer = callTool(searchTools, tool, args, { workspace: workspaceOf(files), onHits });
			await files.isBlocked;
			assert.deepEqual(found, ['a.py']);
			files.release();
			assert.match((await answer).text, /Found the code 2 times/);
			assert.deepEqual(found, ['a.py', 'z.py']);
			files.block();
		}
	});

	it('are no longer searched where the caller needs no more', async () => {
		const texts = Object.fromEntries([...'abcdefgh'].map(name => [`${name}.py`, 'needle\n']));
		const files = new MemoryFiles({ ...texts, 'test/a.py': 'needle\n' });
		for await (const { file } of streamHits(...needleIn(files))) {
			if (file === 'c.py') {
				break;
			}
		}
		assert.deepEqual(files.reads, ['a.py', 'b.py', 'c.py']);
	});

	it('of a looser pattern count only where no file has a better one', async () => {
		const loose = { 'a.py': 'one   two\n', 'b.py': 'One two\none two\n', 'c.py': 'x\none  two\n' };
		for (const [texts, expected] of [
			[loose, ['b.py:2']],
			[{ ...loose, 'b.py': 'One two\n' }, ['a.py:1', 'c.py:2']],
			[{ 'b.py': 'One two\n' }, ['b.py:1']],
			[{ 'b.py': 'one\n' }, []],
		] as const) {
			for (const budget of [0, 1_000_000]) {
				const workspace = {
					...workspaceOf(new MemoryFiles(texts)),
					texts: new KeptTexts(undefined, { budgetBytes: budget }),
				};
				const found: string[] = [];
				const onHits = ({ hits }: FileHits) => hits.map(hit => found.push(`${hit.file}:${hit.startLine}`));
				const context: SearchContext = { ...searchContext(workspace), onHits };
				const { hits } = await scanTexts(context, everywhere(context), codePatterns('one two'));
				assert.deepEqual(found, expected);
				assert.deepEqual(
					hits.map(hit => `${hit.file}:${hit.startLine}`),
					expected,
				);
			}
		}
	});

	it('that a limit leaves out are counted in files, also those of a looser pattern', async () => {
		const texts = { 'a.py': 'one  two\n', 'b.py': 'one   two\n', 'c.py': '', 'test/d.py': 'One two\n' };
		for (const [budget, nLeft] of [
			[0, '3 files were'],
			[1_000_000, '3 files were'],
		] as const) {
			const workspace = {
				...workspaceOf(new MemoryFiles(texts)),
				texts: new KeptTexts(undefined, { budgetBytes: budget }),
			};
			const context = searchContext(workspace);
			const limits = { nHits: 1, sizeBytes: 1e6 };
			const { hits, omissions } = await scanTexts(context, everywhere(context), codePatterns('one two'), limits);
			assert.deepEqual(
				[hits.map(({ file }) => file), omissions],
				[['a.py'], [`Stopped after the first 1 matches: ${nLeft} not searched.`]],
			);
		}
	});
});

/** One of the files cannot be read before it is released. */
class BlockedFiles extends MemoryFiles {
	isBlocked: Promise<void> = Promise.resolve();
	release: () => void = () => undefined;
	private onBlocked: () => void = () => undefined;
	private isReleased: Promise<void> = Promise.resolve();

	constructor(
		texts: Readonly<Record<string, string>>,
		private readonly blocked: string,
	) {
		super(texts);
		this.block();
	}

	block(): void {
		this.isBlocked = new Promise(resolve => {
			this.onBlocked = resolve;
		});
		this.isReleased = new Promise(resolve => {
			this.release = resolve;
		});
	}

	override async readText(path: string): Promise<string> {
		if (path === this.blocked) {
			this.onBlocked();
			await this.isReleased;
		}
		return super.readText(path);
	}
}

function needleIn(files: MemoryFiles): Parameters<typeof streamHits> {
	const context = searchContext(workspaceOf(files));
	return [context, everywhere(context), codePatterns('needle')];
}

function workspaceOf(files: MemoryFiles): Workspace {
	const parser = new SourceParser(installedGrammars());
	return { index: new SymbolIndex(), languages: new LanguageTable(parser.languages), parser, files };
}

function lines({ value }: IteratorResult<FileHits, unknown>): string[] {
	return (value as FileHits).hits.map(({ file, startLine }) => `${file}:${startLine}`);
}
