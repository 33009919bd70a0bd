import { searchContext } from '../../../../code/pure/search/searchContext';
import { blameLines } from '../../../../history/pure/blameLines';
import type { Tool } from '../tool';
import { numberArgument, textArgument } from '../toolArguments';
import description from './blameTool.md';

/** Names the commits that last changed some lines. */
export const blameTool: Tool = {
	name: 'blame',
	aliases: ['git_blame', 'annotate'],
	description,
	parameters: [
		{ name: 'file', type: 'string', aliases: ['file_name', 'path', 'file_path'] },
		{ name: 'start_line', type: 'integer', aliases: ['line', 'line_number', 'start'] },
		{ name: 'end_line', type: 'integer', default: 0, aliases: ['end'] },
	],
	changes: false,
	run(args, { workspace, signal }) {
		const startLine = numberArgument(args, 'start_line');
		const endLine = numberArgument(args, 'end_line') || startLine;
		return blameLines(searchContext(workspace, signal), textArgument(args, 'file'), { startLine, endLine });
	},
};
