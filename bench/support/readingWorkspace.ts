import { LanguageTable } from '../../src/core/index/languageTable';
import { SourceParser } from '../../src/core/index/sourceParser';
import { SymbolIndex } from '../../src/core/index/symbolIndex';
import type { Workspace } from '../../src/core/workspace';
import { DiskFiles } from '../../src/node/diskFiles';
import { openGrammarFolder } from '../../src/node/grammarFolder';

/** A folder's files and the parser, without an index: for what reads files only. */
export function readingWorkspace(folder: string): Workspace {
	const parser = new SourceParser(openGrammarFolder(process.cwd()));
	const files = new DiskFiles([{ name: '', dir: folder }]);
	return { files, parser, languages: new LanguageTable(parser.languages), index: new SymbolIndex() };
}
