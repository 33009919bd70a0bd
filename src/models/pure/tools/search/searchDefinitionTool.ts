import { searchDefinition } from '../../../../code/pure/search/names/definitionSearch';
import { searchContext } from '../../../../code/pure/search/searchContext';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './searchDefinitionTool.md';

/** Finds a definition of any kind and answers with its code. */
export const searchDefinitionTool: Tool = {
	name: 'search_definition',
	aliases: [
		...['find_definition', 'go_to_definition', 'get_definition', 'search_symbol', 'find_symbol'],
		...['search_class', 'search_class_in_file', 'search_method', 'search_method_in_class', 'search_method_in_file'],
		'get_class_full_snippet',
	],
	description,
	parameters: [
		{
			...{ name: 'symbol', type: 'string', example: 'cancel' },
			aliases: [
				'name',
				'sym',
				'symbol_name',
				'identifier',
				'method_name',
				'function_name',
				'method',
				'function',
				'class_name',
				'class',
			],
		},
		{ name: 'file', type: 'string', default: '', aliases: ['file_name', 'path', 'file_path'] },
	],
	changes: false,
	run(args, { workspace, signal, focus, brevity }) {
		const wanted = { symbol: textArgument(args, 'symbol'), file: textArgument(args, 'file') };
		return searchDefinition({ ...searchContext(workspace, signal), focus, brevity }, wanted);
	},
};
