import type { LanguageTable } from './index/languageTable';
import type { SourceParser } from './index/sourceParser';
import type { SymbolIndex } from './index/symbolIndex';
import type { Files } from './ports';

/** The code to work on: the current files, and the index over them. */
export interface Workspace {
	readonly index: SymbolIndex;
	readonly files: Files;
	readonly languages: LanguageTable;
	readonly parser: SourceParser;
}
