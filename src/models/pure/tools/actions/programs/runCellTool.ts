import type { Tool, ToolContext } from '../../tool';
import { textArgument } from '../../toolArguments';
import { benchOf, outputAnswer } from '../benchAnswer';
import description from './runCellTool.md';

/** Runs code in a persistent interpreter. */
export const runCellTool: Tool = {
	name: 'run_cell',
	aliases: ['execute_ipython', 'execute_cell', 'interpreter', 'run_code'],
	description,
	parameters: [
		{ name: 'code', type: 'string', aliases: ['cell', 'source'], example: '1 + 1' },
		{ name: 'language', type: 'string', default: '', aliases: ['lang'] },
	],
	changes: true,
	async run(args, context) {
		const language = textArgument(args, 'language').trim() || usualLanguage(context);
		return outputAnswer(await benchOf(context).runCell(language, textArgument(args, 'code')));
	},
};

/** Of those with an interpreter, the language of the open file, else the one that most files are in. */
function usualLanguage(context: ToolContext): string {
	const { cellLanguages, place } = benchOf(context);
	const { index } = context.workspace;
	const open = index.file(place.open?.path ?? '')?.language;
	if (open !== undefined && cellLanguages.includes(open)) {
		return open;
	}
	const counts = new Map(cellLanguages.map(id => [id, 0]));
	for (const { language = '' } of index.files()) {
		const count = counts.get(language);
		if (count !== undefined) {
			counts.set(language, count + 1);
		}
	}
	return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}
