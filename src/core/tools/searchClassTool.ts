import { searchClass } from '../search/searchClass';
import { searchContext } from '../search/searchContext';
import description from './searchClassTool.md';
import type { Tool } from './tool';
import { textArgument } from './toolArguments';

export const searchClassTool: Tool = {
	name: 'search_class',
	description,
	parameters: [{ name: 'class_name', type: 'string' }],
	run(args, workspace, signal) {
		return searchClass(searchContext(workspace, signal), textArgument(args, 'class_name'));
	},
};
