import { searchContext } from '../../../../code/pure/search/searchContext';
import { searchQuery } from '../../../../code/pure/search/text/querySearch';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './searchWordsTool.md';

/** Finds lines by words or by a regular expression. In its toolset it is the only `search_code`. */
export const searchWordsTool: Tool = {
	name: 'search_code',
	aliases: ['grep', 'grep_search', 'rg', 'ripgrep', 'search_regex', 'search_text', 'search_files', 'code_search'],
	description,
	parameters: [
		{
			name: 'query',
			type: 'string',
			aliases: ['code_str', 'pattern', 'regex', 'regexp', 'text', 'words', 'keywords', 'search', 'search_term'],
			example: 'order cancel closed',
		},
		{ name: 'mode', type: 'string', default: 'words', aliases: ['type', 'kind'] },
		{
			name: 'path',
			type: 'string',
			default: '',
			aliases: ['file', 'file_name', 'include', 'file_pattern', 'glob', 'dir', 'directory', 'folder'],
		},
	],
	changes: false,
	run(args, { workspace, signal, focus }) {
		const isRegex = /^\s*reg/i.test(textArgument(args, 'mode'));
		const asked = { query: textArgument(args, 'query'), isRegex, path: textArgument(args, 'path') };
		return searchQuery({ ...searchContext(workspace, signal), focus }, asked);
	},
};
