import { findReferences } from '../../../../code/pure/search/references/findReferences';
import { searchContext } from '../../../../code/pure/search/searchContext';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './findReferencesTool.md';

/** Finds the uses of a name, callers first. */
export const findReferencesTool: Tool = {
	name: 'find_references',
	aliases: [
		...['find_usages', 'find_callers', 'get_callers', 'get_references', 'list_references', 'list_code_usages'],
		...['find_referencing_symbols', 'find_all_references', 'search_references'],
	],
	description,
	parameters: [
		{
			name: 'name',
			type: 'string',
			aliases: ['symbol', 'symbol_name', 'method', 'function', 'class', 'identifier', 'query'],
		},
	],
	changes: false,
	run(args, { workspace, signal, focus }) {
		return findReferences({ ...searchContext(workspace, signal), focus }, textArgument(args, 'name'));
	},
};
