import { searchName } from '../../../../code/pure/search/names/nameSearch';
import { searchContext } from '../../../../code/pure/search/searchContext';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './searchClassTool.md';

/** Finds a class anywhere and answers with its signature. */
export const searchClassTool: Tool = {
	name: 'search_class',
	description,
	parameters: [{ name: 'class_name', type: 'string', example: 'OrderBook' }],
	changes: false,
	run(args, { workspace, signal }) {
		return searchName(searchContext(workspace, signal), {
			wanted: 'class',
			name: textArgument(args, 'class_name'),
			classView: 'signature',
		});
	},
};
