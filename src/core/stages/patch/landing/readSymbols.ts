import type { CodeSymbol } from '../../../model/symbol';
import type { Workspace } from '../../../workspace';

/** The definitions of a text, read in the language of a file; none where that is not known. */
export async function readSymbols(workspace: Workspace, path: string, text: string): Promise<readonly CodeSymbol[]> {
	const language = workspace.languages.of(path, text);
	return language === undefined ? [] : (await workspace.parser.symbols(language, path, text)).symbols;
}
