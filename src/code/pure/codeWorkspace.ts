import type { StageLog } from '../../runs/pure/log/runLog';
import type { ExecutedFunctionLine } from '../../runs/pure/model/location';
import type { Files } from '../../system/pure/files';
import type { CodeSearchServer } from './codeSearch/codeSearchServer';
import type { LanguageTable } from './definitions/languageTable';
import type { SourceParser } from './definitions/sourceParser';
import type { SymbolIndex } from './index/symbolIndex';
import type { WorkspaceWords } from './index/words/workspaceWords';
import type { KeptTexts } from './texts/keptTexts';

/** The code to work on: the current files, and the index over them. */
export interface CodeWorkspace {
	readonly index: SymbolIndex;
	readonly files: Files;
	/** Kept from one search to the next; without it, each one reads the files itself. */
	readonly texts?: KeptTexts;
	readonly languages: LanguageTable;
	readonly parser: SourceParser;
	/** What keeps the words of the code from run to run; absent: they are counted for each. */
	readonly words?: WorkspaceWords;
	/** The server to ask where not all can be searched here, if the user chose one; absent: none. */
	readonly codeSearch?: () => CodeSearchServer | undefined;
	/** Where the embedded localizer runs; absent: in this process. */
	readonly localizer?: Localizer;
}

/** The same code, of which nothing leaves the machine. */
export function offlineWorkspace<T extends CodeWorkspace>({ codeSearch: _, ...workspace }: T): Omit<T, 'codeSearch'> {
	return workspace;
}

/** The embedded localizer in another process, over the same code. */
export interface Localizer {
	/** As `locateEmbedded`. Throws `UserError` where that process ends. */
	locate(log: StageLog, start: string, options: LocalizerOptions): Promise<void>;
	/** The same over what a model may see. */
	visible(): Localizer;
}

export interface LocalizerOptions {
	readonly signal?: AbortSignal | undefined;
	/** The functions that a failing program called, by a line of each. */
	readonly called?: readonly ExecutedFunctionLine[] | undefined;
}
