import type { ToolAnswer } from '../model/toolAnswer';
import { findFiles } from '../search/fileQuery';
import { globMatcher } from '../search/files/globPattern';
import { fileNotes } from '../search/names/nameNotes';
import { type SearchContext, searchContext } from '../search/searchContext';
import { searchPatterns } from '../search/text/codeSearch';
import { entriesOf } from '../search/text/keptTexts';
import { regexQuery } from '../search/text/regexQuery';
import { everywhere, type ScanOrder } from '../search/text/textScan';
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
	const query = await regexQuery(pattern);
	if ('problem' in query) {
		return failed([query.problem]);
	}
	const { order, where, notes } = await filesCalled(context, fileName);
	if (order === undefined) {
		return failed(notes);
	}
	const search = await searchPatterns(context, query.patterns, { order, where, notes, limits: query.limits });
	return search.found ? search.answer : failed(search.notes);
}

interface NamedFiles {
	/** Absent where there are none. */
	readonly order?: ScanOrder;
	readonly where: string;
	readonly notes: readonly string[];
}

/** The files of a name, a folder or a glob, code first; all files for none. */
async function filesCalled(context: SearchContext, written: string): Promise<NamedFiles> {
	const order = everywhere(context);
	if (/^[./\\]*$/.test(written)) {
		return { order, where: 'in the workspace', notes: [] };
	}
	const matches = /[*?{]/.test(written) ? await globMatcher(written) : undefined;
	if (matches !== undefined) {
		const where = `in the files that match "${written}"`;
		const isNone = !(await entriesOf(context.workspace.files, context.signal)).some(({ path }) => matches(path));
		return isNone
			? { where, notes: [`No file matches "${written}".`] }
			: { where, notes: [], order: path => (matches(path) ? order(path) : undefined) };
	}
	const files = await findFiles(context, written);
	const [paths, notes] = [new Set(files.paths), fileNotes(files)];
	const where = files.paths.length === 1 ? `in ${files.paths[0]}` : `in ${written}`;
	return paths.size === 0
		? { where, notes }
		: { where, notes, order: path => (paths.has(path) ? order(path) : undefined) };
}

function failed(notes: readonly string[]): ToolAnswer {
	return { ok: false, text: notes.join('\n'), places: [] };
}
