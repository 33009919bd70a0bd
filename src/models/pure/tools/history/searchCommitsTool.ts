import { searchContext } from '../../../../code/pure/search/searchContext';
import { searchCommits } from '../../../../history/pure/searchCommits';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './searchCommitsTool.md';

/** Finds commits by words or by a pattern, and answers with their changes. */
export const searchCommitsTool: Tool = {
	name: 'search_commits',
	aliases: ['git_log', 'search_history', 'find_commits', 'git_search'],
	description,
	parameters: [
		{ name: 'query', type: 'string', aliases: ['words', 'keywords', 'regex', 'pattern', 'text', 'search'] },
		{ name: 'path', type: 'string', default: '', aliases: ['file', 'file_name', 'folder', 'directory', 'file_path'] },
		{ name: 'form', type: 'string', default: 'words', aliases: ['mode', 'kind', 'type'] },
		{ name: 'before', type: 'string', default: '', aliases: ['before_commit', 'until', 'older_than'] },
	],
	changes: false,
	run(args, { workspace, signal, focus }) {
		const form = textArgument(args, 'form').trim().toLowerCase();
		const request = {
			query: textArgument(args, 'query'),
			isPattern: /^(?:regexp?|pattern)$/.test(form),
			path: textArgument(args, 'path').trim(),
			before: textArgument(args, 'before').trim(),
		};
		return searchCommits(searchContext(workspace, signal), request, focus);
	},
};
