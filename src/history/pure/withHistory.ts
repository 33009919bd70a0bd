import type { SearchContext } from '../../code/pure/search/searchContext';
import type { ToolAnswer } from '../../runs/pure/model/toolAnswer';
import { FileUnreadableError } from '../../system/pure/files';
import { type History, NoHistoryError } from './history';
import type { Workspace } from './workspace';

/** The context shared by all parts of one search in the commits. */
export type HistoryContext = SearchContext<Workspace>;

/** Asks the history of a workspace; if there is none, the answer is why. */
export async function withHistory(
	{ workspace: { history } }: HistoryContext,
	ask: (history: History) => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
	if (history === undefined) {
		return failed('The history of this workspace is not available.');
	}
	try {
		return await ask(history);
	} catch (error) {
		if (error instanceof NoHistoryError) {
			return failed(`The history cannot be searched: ${error.message}`);
		}
		if (error instanceof FileUnreadableError) {
			return failed(error.message);
		}
		throw error;
	}
}

function failed(text: string): ToolAnswer {
	return { ok: false, text, places: [] };
}
