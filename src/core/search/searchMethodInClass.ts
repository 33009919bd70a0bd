import type { ToolAnswer } from '../tools/tool';
import { searchName } from './nameSearch';
import type { SearchContext } from './searchContext';

/** Finds a method of one class, its own or an inherited one, and answers with its code. */
export function searchMethodInClass(
	context: SearchContext,
	methodName: string,
	className: string,
): Promise<ToolAnswer> {
	return searchName(context, { wanted: 'callable', name: methodName, className, classView: 'signature' });
}
