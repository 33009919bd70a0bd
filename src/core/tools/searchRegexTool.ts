import type { ToolAnswer } from '../model/toolAnswer';
import { findFiles } from '../search/fileQuery';
import { globMatcher } from '../search/files/globPattern';
import { fileNotes } from '../search/names/nameNotes';
import { type SearchContext, searchContext } from '../search/searchContext';
import { searchPatterns } from '../search/text/codeSearch';
import { regexQuery } from '../search/text/regexQuery';
import { filesToScan } from '../search/text/textScan';
import description from './searchRegexTool.md';
import type { Tool } from './tool';
import { textArgument } from './toolArguments';

/** Finds what a regular expression matches, in one file or folder or everywhere. */
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
	run(args, { workspace, signal }) {
		return searchRegex(
			searchContext(workspace, signal),
			textArgument(args, 'pattern'),
			textArgument(args, 'file_name'),
		);
	},
};

async function searchRegex(context: SearchContext, pattern: string, fileName: string): Promise<ToolAnswer> {
	const query = regexQuery(pattern);
	if ('problem' in query) {
		return failed([query.problem]);
	}
	const { paths, where, notes } = await filesCalled(context, fileName);
	if (paths.length === 0) {
		return failed(notes);
	}
	const search = await searchPatterns(context, query.patterns, { paths, where, notes, limits: query.limits });
	return search.found ? search.answer : failed(search.notes);
}

interface NamedFiles {
	readonly paths: readonly string[];
	readonly where: string;
	readonly notes: readonly string[];
}

/** The files of a name, a folder or a glob, code first; all files for none. */
async function filesCalled(context: SearchContext, written: string): Promise<NamedFiles> {
	const all = await filesToScan(context);
	if (/^[./\\]*$/.test(written)) {
		return { paths: all, where: 'in the workspace', notes: [] };
	}
	const matches = /[*?{]/.test(written) ? globMatcher(written) : undefined;
	if (matches !== undefined) {
		const paths = all.filter(matches);
		const notes = paths.length === 0 ? [`No file matches "${written}".`] : [];
		return { paths, where: `in the files that match "${written}"`, notes };
	}
	const files = await findFiles(context, written);
	const named = new Set(files.paths);
	const paths = all.filter(path => named.has(path));
	return { paths, where: paths.length === 1 ? `in ${paths[0]}` : `in ${written}`, notes: fileNotes(files) };
}

function failed(notes: readonly string[]): ToolAnswer {
	return { ok: false, text: notes.join('\n'), places: [] };
}
