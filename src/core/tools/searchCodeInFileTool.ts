import { searchCodeInFile } from '../search/searchCodeInFile';
import { searchContext } from '../search/searchContext';
import description from './searchCodeInFileTool.md';
import type { Tool } from './tool';
import { textArgument } from './toolArguments';

export const searchCodeInFileTool: Tool = {
	name: 'search_code_in_file',
	description,
	parameters: [
		{ name: 'code_str', type: 'string' },
		{ name: 'file_name', type: 'string' },
	],
	run(args, workspace, signal) {
		return searchCodeInFile(
			searchContext(workspace, signal),
			textArgument(args, 'code_str'),
			textArgument(args, 'file_name'),
		);
	},
};
