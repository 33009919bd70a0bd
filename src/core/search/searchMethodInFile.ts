import type { ToolAnswer } from '../tools/tool';
import { searchName } from './nameSearch';
import type { SearchContext } from './searchContext';

/** Finds a function or method in one file and answers with its code. */
export function searchMethodInFile(context: SearchContext, methodName: string, fileName: string): Promise<ToolAnswer> {
	return searchName(context, { wanted: 'callable', name: methodName, fileName, classView: 'signature' });
}
