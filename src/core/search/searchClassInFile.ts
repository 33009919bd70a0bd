import type { ToolAnswer } from '../tools/tool';
import { searchName } from './nameSearch';
import type { SearchContext } from './searchContext';

/** Finds a class in one file and answers with all of it where it is short enough, else with its signature. */
export function searchClassInFile(context: SearchContext, className: string, fileName: string): Promise<ToolAnswer> {
	return searchName(context, { wanted: 'class', name: className, fileName, classView: 'whole' });
}
