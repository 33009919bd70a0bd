import { findFiles } from '../../../../code/pure/search/fileQuery';
import { listFiles } from '../../../../code/pure/search/files/fileListing';
import { outlineFiles } from '../../../../code/pure/search/files/fileOutline';
import { searchContext } from '../../../../code/pure/search/searchContext';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './outlineTool.md';

/** Answers with the definitions of a file; with its entries, for a folder. */
export const outlineTool: Tool = {
	name: 'outline',
	aliases: [
		...['file_outline', 'get_outline', 'get_file_outline', 'document_symbols', 'get_document_symbols'],
		...['list_symbols', 'get_symbols_overview', 'list_code_definition_names', 'file_structure'],
	],
	description,
	parameters: [{ name: 'file_name', type: 'string', aliases: ['path', 'uri'] }],
	changes: false,
	async run(args, { workspace, signal }) {
		const context = searchContext(workspace, signal);
		const fileName = textArgument(args, 'file_name');
		const files = await findFiles(context, fileName);
		return files.how === 'folder'
			? listFiles(context, { folder: fileName, pattern: '' })
			: outlineFiles(context, files);
	},
};
