import { findNeighbors } from '../../../../code/pure/search/references/neighbors';
import { searchContext } from '../../../../code/pure/search/searchContext';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './neighborsTool.md';

/** Shows the callers of a definition, its calls, and its members. */
export const neighborsTool: Tool = {
	name: 'neighbors',
	aliases: ['search_repo', 'related', 'call_graph'],
	description,
	parameters: [
		{ name: 'symbol', type: 'string', aliases: ['name', 'function', 'class', 'method'], example: 'OrderBook.cancel' },
	],
	changes: false,
	run(args, { workspace, signal, focus }) {
		return findNeighbors({ ...searchContext(workspace, signal), focus }, textArgument(args, 'symbol'));
	},
};
