import { searchName } from '../../../../code/pure/search/names/nameSearch';
import { searchContext } from '../../../../code/pure/search/searchContext';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './searchMethodInClassTool.md';

/** Finds a method of one class, its own or an inherited one, and answers with its code. */
export const searchMethodInClassTool: Tool = {
	name: 'search_method_in_class',
	description,
	parameters: [
		{ name: 'method_name', type: 'string' },
		{ name: 'class_name', type: 'string' },
	],
	changes: false,
	run(args, { workspace, signal }) {
		return searchName(searchContext(workspace, signal), {
			wanted: 'callable',
			name: textArgument(args, 'method_name'),
			className: textArgument(args, 'class_name'),
			classView: 'signature',
		});
	},
};
