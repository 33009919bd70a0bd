import type { Tool } from '../../tool';
import { numberArgument, textArgument } from '../../toolArguments';
import { benchOf, refused } from '../benchAnswer';
import { newTextNames, pathNames } from './argumentNames';
import { addLines } from './fileChange';
import description from './insertTool.md';
import { namedFile } from './namedFile';

/** Inserts lines into a file. */
export const insertTool: Tool = {
	name: 'insert',
	aliases: ['insert_lines', 'insert_text'],
	description,
	parameters: [
		{ name: 'line', type: 'integer', aliases: ['line_number', 'insert_line', 'after_line', 'after'], example: 12 },
		{ name: 'text', type: 'string', default: '', aliases: newTextNames },
		{ name: 'path', type: 'string', default: '', aliases: pathNames },
	],
	changes: true,
	async run(args, context) {
		const file = await namedFile(context, textArgument(args, 'path').trim());
		if ('problem' in file) {
			return refused(file.problem);
		}
		const line = numberArgument(args, 'line');
		return line < 0 || line > file.lines.length
			? refused(`${file.path} has ${file.lines.length} lines: line must be from 0 to ${file.lines.length}.`)
			: addLines(benchOf(context), file, line, textArgument(args, 'text'));
	},
};
