import { findFiles } from '../../../../code/pure/search/fileQuery';
import { answerLines } from '../../../../code/pure/search/files/askedLines';
import { searchContext } from '../../../../code/pure/search/searchContext';
import type { LineRange } from '../../../../runs/pure/model/symbol';
import type { Tool } from '../tool';
import { numberArgument, textArgument } from '../toolArguments';
import description from './getCodeAroundLineTool.md';

/** Twice this and one line fit a single result, unless the lines are long. */
const windowLimit = 120;
const windowCharacters = 10_000;

/** Answers with the lines around one line, the line itself included, cut at the file's ends. */
export const getCodeAroundLineTool: Tool = {
	name: 'get_code_around_line',
	description,
	parameters: [
		{ name: 'file_name', type: 'string', aliases: ['path'] },
		{ name: 'line_number', type: 'integer' },
		{ name: 'window_size', type: 'integer', default: 10 },
	],
	changes: false,
	async run(args, { workspace, signal }) {
		const context = searchContext(workspace, signal);
		const line = numberArgument(args, 'line_number');
		const windowSize = numberArgument(args, 'window_size');
		return answerLines(context, await findFiles(context, textArgument(args, 'file_name')), {
			named: { startLine: line, endLine: line },
			range: lines => windowOf(lines, line, windowSize),
			notes: windowSize > windowLimit ? [`At most ${windowLimit} lines each way.`] : [],
		});
	},
};

/** The lines around one, fewer if they are so long that the line itself might be cut off. */
function windowOf(lines: readonly string[], lineNumber: number, windowSize: number): LineRange {
	let size = Math.max(0, Math.min(windowLimit, windowSize));
	while (
		size > 0 &&
		lines.slice(Math.max(0, lineNumber - size - 1), lineNumber + size).join('\n').length > windowCharacters
	) {
		size--;
	}
	return { startLine: lineNumber - size, endLine: lineNumber + size };
}
