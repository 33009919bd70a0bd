import { searchName } from '../../../../code/pure/search/names/nameSearch';
import { searchContext } from '../../../../code/pure/search/searchContext';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './searchMethodInFileTool.md';

/** Finds a function or method in one file and answers with its code. */
export const searchMethodInFileTool: Tool = {
	name: 'search_method_in_file',
	description,
	parameters: [
		{ name: 'method_name', type: 'string' },
		{ name: 'file_name', type: 'string' },
	],
	changes: false,
	run(args, { workspace, signal }) {
		return searchName(searchContext(workspace, signal), {
			wanted: 'callable',
			name: textArgument(args, 'method_name'),
			fileName: textArgument(args, 'file_name'),
			classView: 'signature',
		});
	},
};
