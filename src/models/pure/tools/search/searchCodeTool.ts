import { type SearchContext, searchContext } from '../../../../code/pure/search/searchContext';
import { searchText } from '../../../../code/pure/search/text/codeSearch';
import { everywhere } from '../../../../code/pure/search/text/scanOrder';
import type { ScanLimits } from '../../../../code/pure/search/text/textScan';
import { wordSuggestions } from '../../../../code/pure/search/text/wordSuggestions';
import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './searchCodeTool.md';

export const searchCodeTool: Tool = {
	name: 'search_code',
	description,
	parameters: [{ name: 'code_str', type: 'string' }],
	changes: false,
	run(args, { workspace, signal, onHits }) {
		return searchCode(searchContext(workspace, signal, onHits), textArgument(args, 'code_str'));
	},
};

/** Finds a piece of code in every text file of the workspace, tests last. */
export async function searchCode(context: SearchContext, code: string, limits?: ScanLimits): Promise<ToolAnswer> {
	const order = everywhere(context);
	const search = await searchText(context, code, { order, where: 'in the workspace', notes: [], limits });
	return search.found ? search.answer : wordSuggestions(context, code, search.notes);
}
