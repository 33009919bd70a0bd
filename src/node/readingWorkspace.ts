import type { Workspace } from '../core/history/workspace';
import { LanguageTable } from '../core/index/languageTable';
import { SourceParser } from '../core/index/sourceParser';
import { SymbolIndex } from '../core/index/symbolIndex';
import type { Log } from '../core/log';
import { DiskFiles } from './diskFiles';
import { openGrammarFolder } from './languages/grammarFolder';

export interface ReadingOptions {
	readonly folder: string;
	/** Faultline's own folder. */
	readonly packageRoot: string;
	readonly log: Log;
}

/** A folder's files and the parser, with an empty index: for commands that only read files and should start at once. */
export function readingWorkspace({ folder, packageRoot, log }: ReadingOptions): Workspace {
	const grammars = openGrammarFolder(packageRoot);
	for (const problem of grammars.problems) {
		log.warn(`A language cannot be used: ${problem}`);
	}
	const parser = new SourceParser(grammars);
	const files = new DiskFiles([{ name: '', dir: folder }]);
	return { files, parser, languages: new LanguageTable(parser.languages), index: new SymbolIndex() };
}
