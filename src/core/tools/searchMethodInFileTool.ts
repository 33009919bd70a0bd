import { searchContext } from '../search/searchContext';
import { searchMethodInFile } from '../search/searchMethodInFile';
import description from './searchMethodInFileTool.md';
import type { Tool } from './tool';
import { textArgument } from './toolArguments';

export const searchMethodInFileTool: Tool = {
	name: 'search_method_in_file',
	description,
	parameters: [
		{ name: 'method_name', type: 'string' },
		{ name: 'file_name', type: 'string' },
	],
	run(args, workspace, signal) {
		return searchMethodInFile(
			searchContext(workspace, signal),
			textArgument(args, 'method_name'),
			textArgument(args, 'file_name'),
		);
	},
};
