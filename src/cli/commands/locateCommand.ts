import { batchOptions, isBatch, performBatch } from '../batch/performBatch';
import { openSetup, readEngineChoice, strategyOption } from '../cliEngine';
import { type Command, issueOption, UsageError, workspaceOption } from '../command';
import { engineOptions } from '../engineOptions';
import { workspaceFolder } from '../openCliWorkspace';
import { regionBudget } from '../output/printRegions';
import { performCliRun } from '../performCliRun';
import { readIssue } from '../readIssue';
import { startCliRun } from '../startCliRun';
import help from './locateHelp.md';

/** `faultline locate`: from an issue to ranked locations. */
export const locateCommand: Command = {
	name: 'locate',
	help,
	options: {
		...workspaceOption,
		issue: { type: 'string', short: 'i' },
		regions: { type: 'boolean' },
		budget: { type: 'string' },
		...engineOptions,
		...batchOptions,
	},
	async run(call) {
		const budget = regionBudget(call);
		if (isBatch(call, 'locate')) {
			if (budget !== undefined) {
				throw new UsageError('--regions is for one issue: the results of many have all locations.');
			}
			strategyOption(call);
			return performBatch('locate', readEngineChoice(call), call);
		}
		const where = issueOption(call, 'locate');
		const strategy = strategyOption(call);
		const choice = readEngineChoice(call);
		const folder = workspaceFolder(call);
		const issue = await readIssue(where, call);
		const setup = await openSetup(strategy, choice, call);
		return performCliRun(await startCliRun(call, { issue, folders: [folder], setup }), { folder, setup }, call);
	},
};
