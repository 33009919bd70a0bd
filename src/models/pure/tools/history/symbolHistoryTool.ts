import { searchContext } from '../../../../code/pure/search/searchContext';
import { symbolHistory } from '../../../../history/pure/symbolHistory';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './symbolHistoryTool.md';

/** The commits that changed a definition. */
export const symbolHistoryTool: Tool = {
	name: 'symbol_history',
	aliases: ['history_of_symbol', 'definition_history', 'git_log_function', 'function_history'],
	description,
	parameters: [
		{
			name: 'symbol',
			type: 'string',
			aliases: ['name', 'sym', 'symbol_name', 'identifier', 'method_name', 'function_name', 'class_name'],
			example: 'cancel',
		},
		{ name: 'file', type: 'string', default: '', aliases: ['file_name', 'path', 'file_path'] },
	],
	changes: false,
	run(args, { workspace, signal, focus }) {
		const wanted = { symbol: textArgument(args, 'symbol'), file: textArgument(args, 'file') };
		return symbolHistory(searchContext(workspace, signal), wanted, focus);
	},
};
