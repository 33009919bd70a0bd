import { rootNode } from '../../core/model/run';
import { RunLog } from '../../core/runLog';
import { RunFiles } from '../runFiles';
import { newRunId } from '../runId';
import { engineOptions, openEngine, readEngineChoice } from './cliEngine';
import { type Command, type CommandCall, textOption, workspaceOption } from './command';
import help from './locateHelp.md';
import { workspaceFolder } from './openCliWorkspace';
import { performCliRun } from './performCliRun';
import { readIssue } from './readIssue';
import { UsageError } from './usageError';

/** `faultline locate`: from an issue to ranked locations. */
export const locateCommand: Command = {
	name: 'locate',
	help,
	options: {
		...workspaceOption,
		issue: { type: 'string', short: 'i' },
		...engineOptions,
	},
	async run(call) {
		const where = issueOption(call);
		const choice = readEngineChoice(call);
		const folder = workspaceFolder(call);
		const issue = await readIssue(where, call);
		const engine = await openEngine(choice, call);
		const runs = new RunFiles(call.storage, call.log);
		const clock = { now: () => Date.now() };
		const runId = newRunId(clock.now());
		const log = RunLog.start(runs, clock, runId);
		const { version } = call;
		await log.emit(rootNode, {
			type: 'runStarted',
			...{ runId, issue, engine: engine.engine, workspace: [folder], version },
			...(engine.server !== undefined && { server: engine.server }),
		});
		return performCliRun(log, { folder, engine }, call);
	},
};

function issueOption({ values, positionals }: CommandCall): string {
	const where = textOption(values, 'issue');
	if (where === undefined) {
		throw new UsageError('locate needs --issue FILE, --issue - or --issue URL. See `faultline locate --help`.');
	}
	if (positionals.length > 0) {
		throw new UsageError(`locate takes no arguments, but got "${positionals.join(' ')}".`);
	}
	return where;
}
