import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import { fixingOf } from './benchAnswer';
import description from './nearestTestsTool.md';

/** Runs the project's tests that are nearest to some code, without the changes of the agent and with them. */
export const nearestTestsTool: Tool = {
	name: 'nearest_tests',
	aliases: ['run_tests', 'related_tests'],
	description,
	parameters: [
		{ name: 'path', type: 'string', default: '', aliases: ['file', 'file_name', 'file_path'] },
		{ name: 'name', type: 'string', default: '', aliases: ['function', 'method', 'symbol'] },
	],
	changes: true,
	run: (args, context) =>
		fixingOf(context).nearestTests({
			path: textArgument(args, 'path').trim(),
			name: textArgument(args, 'name').trim(),
		}),
};
