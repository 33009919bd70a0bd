import { searchClassInFile } from '../search/searchClassInFile';
import { searchContext } from '../search/searchContext';
import description from './searchClassInFileTool.md';
import type { Tool } from './tool';
import { textArgument } from './toolArguments';

export const searchClassInFileTool: Tool = {
	name: 'search_class_in_file',
	description,
	parameters: [
		{ name: 'class_name', type: 'string' },
		{ name: 'file_name', type: 'string' },
	],
	run(args, workspace, signal) {
		return searchClassInFile(
			searchContext(workspace, signal),
			textArgument(args, 'class_name'),
			textArgument(args, 'file_name'),
		);
	},
};
