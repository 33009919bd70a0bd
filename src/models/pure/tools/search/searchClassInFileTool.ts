import { searchName } from '../../../../code/pure/search/names/nameSearch';
import { searchContext } from '../../../../code/pure/search/searchContext';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './searchClassInFileTool.md';

/** Finds a class in one file and answers with all of it where it is short enough, else with its signature. */
export const searchClassInFileTool: Tool = {
	name: 'search_class_in_file',
	description,
	parameters: [
		{ name: 'class_name', type: 'string' },
		{ name: 'file_name', type: 'string' },
	],
	changes: false,
	run(args, { workspace, signal }) {
		return searchName(searchContext(workspace, signal), {
			wanted: 'class',
			name: textArgument(args, 'class_name'),
			fileName: textArgument(args, 'file_name'),
			classView: 'whole',
		});
	},
};
