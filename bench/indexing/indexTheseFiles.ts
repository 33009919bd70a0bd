import { openGrammarFolder } from '../../src/code/node/languages/grammarFolder';
import { DiskFiles } from '../../src/code/node/listing/diskFiles';
import { LanguageTable } from '../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../src/code/pure/definitions/sourceParser';
import { indexHere } from '../../src/code/pure/index/indexBatch';
import { compareFiles, indexFiles } from '../../src/code/pure/index/indexer';
import { SymbolIndex } from '../../src/code/pure/index/symbolIndex';
import type { Files } from '../../src/system/pure/files';

export interface OurIndex {
	readonly ms: number;
	/** `[file, name, line of the name]` of every class and callable. */
	readonly symbols: readonly (readonly [string, string, number])[];
}

export interface FilesToIndex {
	readonly project: string;
	readonly packageRoot: string;
	/** Relative to the project. */
	readonly paths: readonly string[];
}

/** Builds the index of just these files from scratch. `ms` covers everything, grammars and listing included. */
export async function indexTheseFiles({ project, packageRoot, paths }: FilesToIndex): Promise<OurIndex> {
	const startedAt = performance.now();
	const grammars = openGrammarFolder(packageRoot);
	const disk = new DiskFiles([{ name: '', dir: project }]);
	const selected = new Set(paths);
	const files: Files = {
		list: async signal => (await disk.list(signal)).filter(entry => selected.has(entry.path)),
		readText: path => disk.readText(path),
	};
	const request = { files, languages: new LanguageTable(grammars.languages), parser: new SourceParser(grammars) };
	const indexing = indexFiles({ listed: compareFiles(await files.list()), batches: indexHere(request) });
	let step = await indexing.next();
	while (!step.done) {
		step = await indexing.next();
	}
	const index = new SymbolIndex(step.value.table);
	const ms = performance.now() - startedAt;
	const symbols = index.files().flatMap(file => file.symbols);
	return { ms, symbols: symbols.map(symbol => [symbol.file, symbol.name, symbol.nameLine] as const) };
}
