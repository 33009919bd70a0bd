import { fullResultLimit } from '../../../../code/pure/search/answerText';
import { findFiles } from '../../../../code/pure/search/fileQuery';
import { summarizeFiles } from '../../../../code/pure/search/fileSummary';
import { fileNotes } from '../../../../code/pure/search/names/nameNotes';
import { type SearchContext, searchContext } from '../../../../code/pure/search/searchContext';
import { searchText } from '../../../../code/pure/search/text/codeSearch';
import { searchWordsOf } from '../../../../code/pure/search/text/querySearch';
import { everywhere, inOrderOf } from '../../../../code/pure/search/text/scanOrder';
import { wordSuggestions } from '../../../../code/pure/search/text/wordSuggestions';
import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import { counted } from '../../../../system/pure/text/counted';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './searchCodeInFileTool.md';

export const searchCodeInFileTool: Tool = {
	name: 'search_code_in_file',
	description,
	parameters: [
		{ name: 'code_str', type: 'string' },
		{ name: 'file_name', type: 'string' },
	],
	changes: false,
	run(args, { workspace, signal, focus }) {
		return searchCodeInFile(
			{ ...searchContext(workspace, signal), focus },
			textArgument(args, 'code_str'),
			textArgument(args, 'file_name'),
		);
	},
};

/** Results in other files that are worth showing; more of them say nothing about the file that was asked for. */
const mostElsewhere = 20;

/** Finds a piece of code in one file, or reports its other places if that file does not contain it. */
async function searchCodeInFile(context: SearchContext, code: string, fileName: string): Promise<ToolAnswer> {
	const files = await findFiles(context, fileName);
	const notes = fileNotes(files);
	if (files.how === 'outside') {
		return { ok: false, text: notes.join('\n'), places: [] };
	}
	const { paths } = files;
	const where = paths.length === 1 ? `in ${paths[0]}` : `in the ${paths.length} files of ${fileName}`;
	const here =
		paths.length === 0 ? undefined : await searchText(context, code, { order: inOrderOf(paths), where, notes });
	if (here?.found) {
		return here.answer;
	}
	const [asked, all] = [new Set(paths), everywhere(context)];
	const others = (path: string) => (asked.has(path) ? undefined : all(path));
	const elsewhere = { order: others, where: 'in the other files', notes: here?.notes ?? notes };
	const search = await searchText(context, code, elsewhere);
	if (search.found && search.nResults > mostElsewhere) {
		const count = `It is in ${counted(countedFiles(search.answer), 'other file')}: search_code shows where.`;
		return { ok: false, text: [...elsewhere.notes, count].join('\n'), places: [] };
	}
	if (search.found) {
		return { ...search.answer, ok: search.nResults <= fullResultLimit };
	}
	const summaries = await summarizeFiles(context, paths);
	const known = [...search.notes, ...summaries.map(({ note }) => note)];
	const suggestions =
		paths.length === 0
			? await wordSuggestions(context, code, known)
			: await searchWordsOf(context, { query: code, path: fileName }, known);
	return { ...suggestions, places: [...suggestions.places, ...summaries.map(({ place }) => place)] };
}

function countedFiles({ places }: ToolAnswer): number {
	return new Set(places.map(({ file }) => file)).size;
}
