import type { ToolAnswer } from '../tools/tool';
import { fullResultLimit } from './answerText';
import { searchText } from './codeSearch';
import { findFiles } from './fileQuery';
import { summarizeFiles } from './fileSummary';
import { fileNotes } from './nameNotes';
import type { SearchContext } from './searchContext';
import { filesToScan } from './textScan';
import { wordLead } from './wordLead';

/** Finds a piece of code in one file, or, where it is not there, says where else it is. */
export async function searchCodeInFile(context: SearchContext, code: string, fileName: string): Promise<ToolAnswer> {
	const files = await findFiles(context, fileName);
	const notes = fileNotes(files);
	if (files.how === 'outside') {
		return { ok: false, text: notes.join('\n'), places: [] };
	}
	const { paths } = files;
	const where = paths.length === 1 ? `in ${paths[0]}` : `in ${paths.length} files called ${fileName}`;
	const here = paths.length === 0 ? undefined : await searchText(context, code, { paths, where, notes });
	if (here?.found) {
		return here.answer;
	}
	const others = (await filesToScan(context)).filter(path => !paths.includes(path));
	const elsewhere = { paths: others, where: 'in the other files', notes: here?.notes ?? notes };
	const search = await searchText(context, code, elsewhere);
	if (search.found) {
		return { ...search.answer, ok: search.nResults <= fullResultLimit };
	}
	const summaries = await summarizeFiles(context, paths);
	const lead = await wordLead(context, code, [...search.notes, ...summaries.map(({ note }) => note)]);
	return { ...lead, places: [...lead.places, ...summaries.map(({ place }) => place)] };
}
