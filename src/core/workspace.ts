import type { LanguageTable } from './index/languageTable';
import type { SourceParser } from './index/sourceParser';
import type { SymbolIndex } from './index/symbolIndex';
import type { WorkspaceWords } from './index/words/workspaceWords';
import type { Files } from './ports';
import type { KeptTexts } from './search/text/keptTexts';

/** The code to work on: the current files, and the index over them. */
export interface Workspace {
	readonly index: SymbolIndex;
	readonly files: Files;
	/** Kept from one search to the next; without it, each one reads the files itself. */
	readonly texts?: KeptTexts;
	readonly languages: LanguageTable;
	readonly parser: SourceParser;
	/** What keeps the words of the code from run to run; absent: they are counted for each. */
	readonly words?: WorkspaceWords;
}
