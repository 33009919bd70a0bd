import { searchCode } from '../search/searchCode';
import { searchContext } from '../search/searchContext';
import description from './searchCodeTool.md';
import type { Tool } from './tool';
import { textArgument } from './toolArguments';

export const searchCodeTool: Tool = {
	name: 'search_code',
	description,
	parameters: [{ name: 'code_str', type: 'string' }],
	run(args, workspace, signal) {
		return searchCode(searchContext(workspace, signal), textArgument(args, 'code_str'));
	},
};
