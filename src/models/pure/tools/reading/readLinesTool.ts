import { findFiles } from '../../../../code/pure/search/fileQuery';
import { answerLines } from '../../../../code/pure/search/files/askedLines';
import { listFiles } from '../../../../code/pure/search/files/fileListing';
import { searchContext } from '../../../../code/pure/search/searchContext';
import type { Tool } from '../tool';
import { numberArgument, textArgument } from '../toolArguments';
import description from './readLinesTool.md';

/** More than a search shows of one result: here the model has chosen the lines. */
const limit = { nLines: 400, nCharacters: 20_000 };

/** Answers with a range of lines of a file; with its entries, for a folder. */
export const readLinesTool: Tool = {
	name: 'read_lines',
	aliases: ['read_file', 'view_file', 'view', 'cat', 'open_file', 'open', 'read', 'get_file_contents', 'show_file'],
	description,
	parameters: [
		{ name: 'file_name', type: 'string', aliases: ['path', 'uri', 'target'] },
		{
			name: 'start_line',
			type: 'integer',
			default: 1,
			aliases: ['start', 'offset', 'from', 'view_range.0', 'lines.0', 'line_range.0', 'range.0'],
		},
		{
			name: 'end_line',
			type: 'integer',
			default: -1,
			aliases: ['end', 'to', 'view_range.1', 'lines.1', 'line_range.1', 'range.1'],
		},
	],
	changes: false,
	async run(args, { workspace, signal, focus }) {
		const context = { ...searchContext(workspace, signal), focus };
		const fileName = textArgument(args, 'file_name');
		const files = await findFiles(context, fileName);
		if (files.how === 'folder') {
			return listFiles(context, { folder: fileName, pattern: '' });
		}
		const asked = [numberArgument(args, 'start_line'), numberArgument(args, 'end_line')] as const;
		const [start, end] = asked[1] > 0 && asked[1] < asked[0] ? [asked[1], asked[0]] : asked;
		const line = Math.max(1, start);
		const range = { startLine: line, endLine: end > 0 ? end : Number.MAX_SAFE_INTEGER };
		return answerLines(context, files, { named: range, range: () => range, notes: [], limit });
	},
};
