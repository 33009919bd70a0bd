import { getCodeAroundLine } from '../search/getCodeAroundLine';
import { searchContext } from '../search/searchContext';
import description from './getCodeAroundLineTool.md';
import type { Tool } from './tool';
import { numberArgument, textArgument } from './toolArguments';

export const getCodeAroundLineTool: Tool = {
	name: 'get_code_around_line',
	description,
	parameters: [
		{ name: 'file_name', type: 'string' },
		{ name: 'line_number', type: 'integer' },
		{ name: 'window_size', type: 'integer', default: 10 },
	],
	run(args, workspace, signal) {
		return getCodeAroundLine(searchContext(workspace, signal), {
			fileName: textArgument(args, 'file_name'),
			lineNumber: numberArgument(args, 'line_number'),
			windowSize: numberArgument(args, 'window_size'),
		});
	},
};
