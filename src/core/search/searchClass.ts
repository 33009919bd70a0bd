import type { ToolAnswer } from '../tools/tool';
import { searchName } from './nameSearch';
import type { SearchContext } from './searchContext';

/** Finds a class anywhere and answers with its signature. */
export function searchClass(context: SearchContext, className: string): Promise<ToolAnswer> {
	return searchName(context, { wanted: 'class', name: className, classView: 'signature' });
}
