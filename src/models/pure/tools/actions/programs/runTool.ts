import type { Tool } from '../../tool';
import { textArgument } from '../../toolArguments';
import { benchOf, outputAnswer, refused } from '../benchAnswer';
import { commandProblem } from './commandProblem';
import description from './runTool.md';

/** Runs a shell command to its end. */
export const runTool: Tool = {
	name: 'run',
	aliases: ['shell', 'execute', 'run_command', 'execute_command', 'terminal'],
	description,
	parameters: [{ name: 'command', type: 'string', aliases: ['cmd', 'line'], example: 'ls' }],
	changes: true,
	async run(args, context) {
		const bench = benchOf(context);
		const command = textArgument(args, 'command').trim();
		const problem = commandProblem(command, context.workspace.parser.languages);
		if (problem !== undefined) {
			return refused(problem);
		}
		const [, folder] = /^cd\s+(?:"([^"]+)"|'([^']+)'|([^\s"';&|<>()`$]+))$/.exec(command)?.filter(Boolean) ?? [];
		return outputAnswer(await (folder === undefined ? bench.run(command) : bench.enter(folder)));
	},
};
