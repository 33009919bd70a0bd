import { searchName } from '../../../../code/pure/search/names/nameSearch';
import { searchContext } from '../../../../code/pure/search/searchContext';
import type { ClassView } from '../../../../code/pure/search/searchResult';
import type { Tool, ToolParameter } from '../tool';
import { textArgument } from '../toolArguments';
import classAnywhere from './class.md';
import classInFile from './classInFile.md';
import method from './method.md';
import methodInClass from './methodInClass.md';
import methodInFile from './methodInFile.md';

const className: ToolParameter = { name: 'class_name', type: 'string', example: 'OrderBook' };
const methodName: ToolParameter = { name: 'method_name', type: 'string' };
const fileName: ToolParameter = { name: 'file_name', type: 'string' };
const ownerName: ToolParameter = { name: 'class_name', type: 'string' };

/** The searches for a class or a callable by its name, five in AutoCodeRover. */
export const nameSearches: readonly Tool[] = [
	nameSearch('search_class', classAnywhere, [className]),
	nameSearch('search_class_in_file', classInFile, [ownerName, fileName], 'whole'),
	nameSearch('search_method', method, [methodName]),
	nameSearch('search_method_in_file', methodInFile, [methodName, fileName]),
	nameSearch('search_method_in_class', methodInClass, [methodName, ownerName]),
];

/** The first parameter is the name, the second its place; `classView`: how much of a class is shown. */
function nameSearch(
	name: string,
	description: string,
	parameters: readonly [ToolParameter, ToolParameter?],
	classView: ClassView = 'signature',
): Tool {
	const [named, within] = parameters;
	return {
		...{ name, description, changes: false, parameters: within === undefined ? [named] : [named, within] },
		run(args, { workspace, signal, focus }) {
			return searchName(
				{ ...searchContext(workspace, signal), focus },
				{
					wanted: named.name === 'class_name' ? 'class' : 'callable',
					name: textArgument(args, named.name),
					...(within === fileName && { fileName: textArgument(args, 'file_name') }),
					...(within === ownerName && { className: textArgument(args, 'class_name') }),
					classView,
				},
			);
		},
	};
}
