import { searchName } from '../../../../code/pure/search/names/nameSearch';
import { searchContext } from '../../../../code/pure/search/searchContext';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './searchMethodTool.md';

/** Finds a function or method anywhere and answers with its code. */
export const searchMethodTool: Tool = {
	name: 'search_method',
	description,
	parameters: [{ name: 'method_name', type: 'string' }],
	changes: false,
	run(args, { workspace, signal }) {
		return searchName(searchContext(workspace, signal), {
			wanted: 'callable',
			name: textArgument(args, 'method_name'),
			classView: 'signature',
		});
	},
};
