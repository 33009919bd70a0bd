import { searchContext } from '../search/searchContext';
import { searchMethod } from '../search/searchMethod';
import description from './searchMethodTool.md';
import type { Tool } from './tool';
import { textArgument } from './toolArguments';

export const searchMethodTool: Tool = {
	name: 'search_method',
	description,
	parameters: [{ name: 'method_name', type: 'string' }],
	run(args, workspace, signal) {
		return searchMethod(searchContext(workspace, signal), textArgument(args, 'method_name'));
	},
};
