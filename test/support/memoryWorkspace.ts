import { LanguageTable } from '../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../src/code/pure/definitions/sourceParser';
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
		const language = typeof text === 'string' ? languages.of(path, text) : undefined;
		if (typeof text !== 'string' || language === undefined) {
			index.update({ ...file, state: 'text', symbols: [] });
			continue;
		}
		const { symbols, hasErrors } = await parser.symbols(language, path, text);
		index.update({ ...file, language: language.id, state: hasErrors ? 'partial' : 'parsed', symbols });
	}
	return { index, languages, parser, files: new MemoryFiles(texts) };
}
