import type { ToolAnswer } from '../tools/tool';
import { searchText } from './codeSearch';
import type { SearchContext } from './searchContext';
import { filesToScan, type ScanLimits } from './textScan';
import { wordLead } from './wordLead';

/** Finds a piece of code in every text file of the workspace, tests last. */
export async function searchCode(context: SearchContext, code: string, limits?: ScanLimits): Promise<ToolAnswer> {
	const paths = await filesToScan(context);
	const search = await searchText(context, code, { paths, where: 'in the workspace', notes: [], limits });
	return search.found ? search.answer : wordLead(context, code, search.notes);
}
