import { defaultOptions } from '../../engine/agent/options';
import type { Issue } from '../../runs/pure/model/issue';
import type { ExecutionDeps } from '../../sandbox/pure/execution/executionDeps';
import { batchOptions, isBatch, performBatch } from '../batch/performBatch';
import { type EngineChoice, executionOption, openFixSetup, readEngineChoice, strategyOption } from '../cliEngine';
import {
	type Command,
	type CommandCall,
	count,
	issueOption,
	textOption,
	UsageError,
	workspaceOption,
} from '../command';
import { engineOptions, fixOptions } from '../engineOptions';
import { openCliWorkspace, requireCode, workspaceFolder } from '../openCliWorkspace';
import { performCliRun } from '../performCliRun';
import { readFailingTest } from '../readFailingTest';
import { readIssue } from '../readIssue';
import { startCliRun } from '../startCliRun';
import help from './fixHelp.md';

/** `faultline fix`: from an issue or a failing test to a patch, which is written to a file and never to the workspace. */
export const fixCommand: Command = {
	name: 'fix',
	help,
	options: {
		...workspaceOption,
		issue: { type: 'string', short: 'i' },
		test: { type: 'string' },
		out: { type: 'string' },
		...fixOptions,
		...engineOptions,
		...batchOptions,
	},
	async run(call) {
		if (isBatch(call, 'fix')) {
			return fixBatch(call);
		}
		const source = fixSource(call);
		const strategy = strategyOption(call);
		const choice = requireModel(call);
		const folder = workspaceFolder(call);
		const execution = await executionOption(folder, call);
		if (strategy.announce !== undefined && execution !== undefined) {
			call.terminal.note(strategy.announce({ ...defaultOptions, ...choice.search }, choice.caps));
		}
		const issue = await source(folder, execution);
		const setup = await openFixSetup(strategy, choice, execution, call);
		return performCliRun(
			await startCliRun(call, { issue, folders: [folder], setup, goal: 'fix' }),
			{ folder, setup },
			call,
		);
	},
};

function requireModel(call: CommandCall): EngineChoice {
	const choice = readEngineChoice(call);
	if (choice === undefined) {
		throw new UsageError('Writing a patch requires a model: use --model openai:NAME. See `faultline fix --help`.');
	}
	return choice;
}

/** Every problem with the options is reported once, before anything runs, and so is a missing sandbox. */
async function fixBatch(call: CommandCall): Promise<number> {
	const choice = requireModel(call);
	strategyOption(call);
	count(call, 'candidates');
	await executionOption('.', call);
	return performBatch('fix', choice, call);
}

type ReadSource = (folder: string, execution: ExecutionDeps | undefined) => Promise<Issue>;

/** Reads the issue that is given, or makes one of the failing test. Throws `UsageError` unless one of them is given. */
function fixSource(call: CommandCall): ReadSource {
	const id = textOption(call.values, 'test');
	if (id === undefined) {
		const where = issueOption(call, 'fix', ', or --test ID');
		return () => readIssue(where, call);
	}
	const other = ['issue', 'no-tests', 'test-command'].find(name => call.values[name] !== undefined);
	if (other !== undefined || call.positionals.length > 0) {
		throw new UsageError(
			other === undefined
				? `fix takes one test, but got "${call.positionals.join(' ')}" as well.`
				: `--test and --${other} exclude each other: use one of them.`,
		);
	}
	return async (folder, execution) => {
		if (execution === undefined) {
			throw new Error('a test is run with consent only');
		}
		using opened = await openCliWorkspace(folder, call);
		requireCode(opened, folder);
		return await readFailingTest(id, opened.workspace, execution, call);
	};
}
