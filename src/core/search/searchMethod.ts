import type { ToolAnswer } from '../tools/tool';
import { searchName } from './nameSearch';
import type { SearchContext } from './searchContext';

/** Finds a function or method anywhere and answers with its code. */
export function searchMethod(context: SearchContext, methodName: string): Promise<ToolAnswer> {
	return searchName(context, { wanted: 'callable', name: methodName, classView: 'signature' });
}
