import { LanguageTable } from '../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../src/code/pure/definitions/sourceParser';
import { indexText } from '../../src/code/pure/index/indexText';
import { SymbolIndex } from '../../src/code/pure/index/symbolIndex';
import type { Workspace } from '../../src/history/pure/workspace';
import { installedGrammars } from './grammars';
import { MemoryFiles } from './memoryFiles';

export interface MemoryWorkspace extends Workspace {
	readonly files: MemoryFiles;
}

/** A workspace in memory, indexed with the real parser and the installed grammars. `parser`: such a parser, where there is one. */
export async function memoryWorkspace(
	texts: Readonly<Record<string, string | Uint8Array>>,
	parser = new SourceParser(installedGrammars()),
): Promise<MemoryWorkspace> {
	const languages = new LanguageTable(parser.languages);
	const index = new SymbolIndex();
	for (const [path, text] of Object.entries(texts)) {
		const file = { path, sizeBytes: text.length, modifiedMs: 0, isTest: languages.isTest(path) };
		const indexed = typeof text === 'string' && (await indexText(file, text, { languages, parser }));
		index.update(indexed ? indexed.file : { ...file, state: 'text', symbols: [] });
	}
	return { index, languages, parser, files: new MemoryFiles(texts) };
}
