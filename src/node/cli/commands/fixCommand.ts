import { engineOptions, fixOptions, openFixSetup, readEngineChoice, strategyOption } from '../cliEngine';
import { type Command, issueOption, UsageError, workspaceOption } from '../command';
import { workspaceFolder } from '../openCliWorkspace';
import { performCliRun } from '../performCliRun';
import { readIssue } from '../readIssue';
import { startCliRun } from '../startCliRun';
import help from './fixHelp.md';

/** `faultline fix`: from an issue to a patch, which is written to a file and never to the workspace. */
export const fixCommand: Command = {
	name: 'fix',
	help,
	options: {
		...workspaceOption,
		issue: { type: 'string', short: 'i' },
		out: { type: 'string' },
		...fixOptions,
		...engineOptions,
	},
	async run(call) {
		const where = issueOption(call, 'fix');
		const strategy = strategyOption(call);
		const choice = readEngineChoice(call);
		if (choice === undefined) {
			throw new UsageError('Writing a patch requires a model: use --model openai:NAME. See `faultline fix --help`.');
		}
		const folder = workspaceFolder(call);
		const issue = await readIssue(where, call);
		const setup = await openFixSetup(strategy, choice, folder, call);
		return performCliRun(await startCliRun(call, { issue, folder, setup, goal: 'fix' }), { folder, setup }, call);
	},
};
