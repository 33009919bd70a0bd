import type { Tool } from '../../tool';
import { textArgument } from '../../toolArguments';
import { benchOf, outputAnswer, refused } from '../benchAnswer';
import { commandProblem } from './commandProblem';
import description from './startServerTool.md';

/** Starts a program in the background. */
export const startServerTool: Tool = {
	name: 'start_server',
	aliases: ['execute_server', 'run_server', 'run_in_background'],
	description,
	parameters: [{ name: 'command', type: 'string', aliases: ['cmd', 'line'] }],
	changes: true,
	async run(args, context) {
		const command = textArgument(args, 'command').trim();
		const problem = commandProblem(command, context.workspace.parser.languages);
		return problem === undefined ? outputAnswer(await benchOf(context).startServer(command)) : refused(problem);
	},
};
