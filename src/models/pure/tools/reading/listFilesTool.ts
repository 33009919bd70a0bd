import { listFiles } from '../../../../code/pure/search/files/fileListing';
import { searchContext } from '../../../../code/pure/search/searchContext';
import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import description from './listFilesTool.md';

/** Lists the files of a folder, or those whose names fit a pattern. */
export const listFilesTool: Tool = {
	name: 'list_files',
	aliases: [
		...['ls', 'dir', 'tree', 'list_dir', 'list_directory', 'list_folder', 'directory_tree'],
		...['find', 'find_file', 'find_files', 'glob', 'glob_search', 'file_search', 'search_files_by_name'],
	],
	description,
	parameters: [
		{
			name: 'folder',
			type: 'string',
			default: '',
			aliases: ['path', 'dir', 'directory', 'target_directory', 'relative_workspace_path'],
		},
		{
			name: 'pattern',
			type: 'string',
			default: '',
			aliases: ['name', 'glob', 'query', 'file_name', 'file', 'filename'],
		},
	],
	changes: false,
	run(args, { workspace, signal }) {
		const request = { folder: textArgument(args, 'folder'), pattern: textArgument(args, 'pattern') };
		return listFiles(searchContext(workspace, signal), request);
	},
};
