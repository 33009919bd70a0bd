import { namedFiles } from '../../../../code/pure/search/files/namedFiles';
import { type SearchContext, searchContext } from '../../../../code/pure/search/searchContext';
import { searchPatterns } from '../../../../code/pure/search/text/codeSearch';
import { regexQuery } from '../../../../code/pure/search/text/regexQuery';
import { everywhere, within } from '../../../../code/pure/search/text/scanOrder';
import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './searchRegexTool.md';

/** Finds the matches of a regular expression, in one file or folder or everywhere. */
export const searchRegexTool: Tool = {
	name: 'search_regex',
	aliases: ['grep', 'grep_search', 'rg', 'ripgrep', 'regex_search', 'search_files', 'search_pattern'],
	description,
	parameters: [
		{ name: 'pattern', type: 'string', aliases: ['regex', 'regexp', 'query', 'search', 'search_term'] },
		{
			name: 'file_name',
			type: 'string',
			default: '',
			aliases: ['include', 'include_pattern', 'file_pattern', 'glob', 'path', 'dir', 'directory', 'folder'],
		},
	],
	changes: false,
	run(args, { workspace, signal, focus, onHits }) {
		return searchRegex(
			{ ...searchContext(workspace, signal, onHits), focus },
			textArgument(args, 'pattern'),
			textArgument(args, 'file_name'),
		);
	},
};

async function searchRegex(context: SearchContext, pattern: string, fileName: string): Promise<ToolAnswer> {
	const query = await regexQuery(pattern);
	if ('problem' in query) {
		return failed([[query.problem, query.instead ?? ''].join(' ').trim()]);
	}
	const { has, where, notes } = await namedFiles(context, fileName);
	if (has === undefined) {
		return failed(notes);
	}
	const order = within(everywhere(context), has);
	const search = await searchPatterns(context, query.patterns, { order, where, notes, limits: query.limits });
	return search.found ? search.answer : failed(search.notes);
}

function failed(notes: readonly string[]): ToolAnswer {
	return { ok: false, text: notes.join('\n'), places: [] };
}
