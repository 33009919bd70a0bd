import { searchContext } from '../search/searchContext';
import { searchMethodInClass } from '../search/searchMethodInClass';
import description from './searchMethodInClassTool.md';
import type { Tool } from './tool';
import { textArgument } from './toolArguments';

export const searchMethodInClassTool: Tool = {
	name: 'search_method_in_class',
	description,
	parameters: [
		{ name: 'method_name', type: 'string' },
		{ name: 'class_name', type: 'string' },
	],
	run(args, workspace, signal) {
		return searchMethodInClass(
			searchContext(workspace, signal),
			textArgument(args, 'method_name'),
			textArgument(args, 'class_name'),
		);
	},
};
