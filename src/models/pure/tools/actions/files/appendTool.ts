import type { Tool } from '../../tool';
import { textArgument } from '../../toolArguments';
import { benchOf, refused } from '../benchAnswer';
import description from './appendTool.md';
import { newTextNames, pathNames } from './argumentNames';
import { addLines } from './fileChange';
import { namedFile } from './namedFile';

/** Appends lines to a reproducer. */
export const appendTool: Tool = {
	name: 'append',
	aliases: ['append_text', 'append_to_file'],
	description,
	parameters: [
		{ name: 'text', type: 'string', aliases: newTextNames },
		{ name: 'path', type: 'string', default: '', aliases: pathNames },
	],
	changes: true,
	async run(args, context) {
		const bench = benchOf(context);
		const path = textArgument(args, 'path').trim() || (bench.reproducers.at(-1) ?? '');
		if (path === '') {
			return refused('There is no reproducer: create one.');
		}
		const file = await namedFile(context, path);
		if ('problem' in file) {
			return refused(file.problem);
		}
		return bench.reproducers.includes(file.path)
			? addLines(bench, file, file.lines.length, textArgument(args, 'text'))
			: refused(`${file.path} is not a reproducer: use edit or insert to change it.`);
	},
};
