import { namedFiles } from '../../../../code/pure/search/files/namedFiles';
import { type SearchContext, searchContext } from '../../../../code/pure/search/searchContext';
import { searchText } from '../../../../code/pure/search/text/codeSearch';
import { searchQuery, searchWordsOf } from '../../../../code/pure/search/text/querySearch';
import { everywhere, within } from '../../../../code/pure/search/text/scanOrder';
import type { ScanLimits } from '../../../../code/pure/search/text/textScan';
import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import type { Tool, ToolParameter } from '../tool';
import { textArgument } from '../toolArguments';
import description from './searchCodeTool.md';
import textDescription from './searchText.md';

const query: ToolParameter = {
	name: 'query',
	type: 'string',
	aliases: ['code_str', 'pattern', 'regex', 'regexp', 'text', 'words', 'keywords', 'search', 'search_term'],
	example: 'order cancel closed',
};

/** Finds lines by words, by a regular expression, or literally. */
export const searchCodeTool: Tool = {
	name: 'search_code',
	aliases: ['grep', 'grep_search', 'rg', 'ripgrep', 'search_regex', 'search_text', 'search_files', 'code_search'],
	description,
	parameters: [
		query,
		{ name: 'mode', type: 'string', default: 'words', aliases: ['type', 'kind'] },
		{
			name: 'path',
			type: 'string',
			default: '',
			aliases: ['file', 'file_name', 'include', 'file_pattern', 'glob', 'dir', 'directory', 'folder'],
		},
	],
	changes: false,
	run(args, { workspace, signal, focus, brevity, onHits }) {
		const mode = textArgument(args, 'mode').trim().toLowerCase();
		const asked = { query: textArgument(args, 'query'), path: textArgument(args, 'path') };
		return /^(?:text|literal)/.test(mode)
			? searchLiterally({ ...searchContext(workspace, signal, onHits), focus, brevity }, asked)
			: searchQuery(
					{ ...searchContext(workspace, signal), focus, brevity },
					{ ...asked, isRegex: mode.startsWith('reg') },
				);
	},
};

/** The same, always literally and everywhere: AutoCodeRover's `search_code(code_str)`. */
export const searchTextTool: Tool = {
	...{ name: searchCodeTool.name, description: textDescription, changes: false },
	parameters: [{ ...query, example: 'cancel(order, ' }],
	run: (args, context) => searchCodeTool.run({ ...args, mode: 'text', path: '' }, context),
};

interface LiteralQuery {
	readonly query: string;
	/** A file, folder or glob; '' for everywhere. */
	readonly path: string;
}

async function searchLiterally(context: SearchContext, { query, path }: LiteralQuery): Promise<ToolAnswer> {
	if (path.trim() === '') {
		return searchCode(context, query);
	}
	const { has, where, notes } = await namedFiles(context, path);
	if (has === undefined) {
		return { ok: false, text: notes.join('\n'), places: [] };
	}
	const search = await searchText(context, query, { order: within(everywhere(context), has), where, notes });
	return search.found ? search.answer : searchWordsOf(context, { query, path }, search.notes);
}

/** Finds a piece of code in every text file of the workspace, tests last. */
export async function searchCode(context: SearchContext, code: string, limits?: ScanLimits): Promise<ToolAnswer> {
	const order = everywhere(context);
	const search = await searchText(context, code, { order, where: 'in the workspace', notes: [], limits });
	return search.found ? search.answer : searchWordsOf(context, { query: code, path: '' }, search.notes);
}
