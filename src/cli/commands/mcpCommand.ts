import type { ExecutionDeps } from '../../sandbox/pure/execution/executionDeps';
import { codeSearchOption, codeSearchOptions } from '../codeSearchOption';
import { type Command, type CommandCall, count, textOptions, UsageError } from '../command';
import { commandOptions, engineOptions, executionOptions, fixOptions } from '../engineOptions';
import type { McpOptions } from '../mcp/serveMcp';
import { workspaceFolder } from '../openCliWorkspace';
import help from './mcpHelp.md';

/** `faultline mcp`: the public tools for a client of the Model Context Protocol. */
export const mcpCommand: Command = {
	name: 'mcp',
	help,
	options: {
		workspace: { type: 'string', short: 'w', multiple: true },
		fix: { type: 'boolean' },
		'few-tools': { type: 'boolean' },
		...fixOptions,
		...engineOptions,
	},
	async run(call) {
		const { positionals, values } = call;
		if (positionals.length > 0) {
			throw new UsageError(`mcp takes no arguments, but got "${positionals.join(' ')}".`);
		}
		if (values.json === true) {
			throw new UsageError('mcp has no --json: its standard output belongs to the protocol.');
		}
		const folders = foldersOf(call);
		// A wrong address is reported before a client waits for an answer.
		codeSearchOption(call);
		const [folder = '.', ...others] = folders;
		if (values.execute === true && others.length > 0) {
			throw new UsageError('mcp runs programs in one folder only: give one --workspace with --execute.');
		}
		// Programs do not see the environment, so the model's key is read before.
		const openFix = await fixOption(call, () => execution);
		const execution = needsEngine(call)
			? await (await import('../cliEngine')).executionOption(folder, call)
			: undefined;
		// The transport notices it, too, and current work is ended before this process.
		call.terminal.onReaderGone(() => undefined);
		const { serveMcp } = await import('../mcp/serveMcp');
		await serveMcp({ folders, execution, openFix }, call);
		return 0;
	},
};

/**
 * How patches are written, if `--fix` allows it. Throws `UsageError` for options it needs, and for options without
 * effect.
 */
async function fixOption(
	call: CommandCall,
	execution: () => ExecutionDeps | undefined,
): Promise<McpOptions['openFix']> {
	const { values } = call;
	if (values.fix !== true) {
		const usable = ['execute', ...Object.keys({ ...executionOptions, ...codeSearchOptions })];
		const extra = Object.keys({ ...fixOptions, ...engineOptions }).find(
			name => values[name] !== undefined && !usable.includes(name),
		);
		if (extra !== undefined) {
			throw new UsageError(`--${extra} is about writing patches: add --fix to offer that.`);
		}
		return undefined;
	}
	const { openFixSetup, readEngineChoice, strategyOption } = await import('../cliEngine');
	const choice = readEngineChoice(call);
	if (choice === undefined || values.execute !== true) {
		throw new UsageError(
			'--fix writes patches with a model, and runs programs to judge them: add --model openai:NAME and --execute.',
		);
	}
	const strategy = strategyOption(call);
	count(call, 'candidates');
	return signal => openFixSetup(strategy, choice, execution(), { ...call, signal });
}

/** It takes long to load, and a server that only reads does without it. */
function needsEngine({ values }: CommandCall): boolean {
	return ['execute', 'no-tests', ...Object.keys({ ...commandOptions, ...executionOptions })].some(
		name => values[name] !== undefined,
	);
}

function foldersOf({ values }: CommandCall): readonly string[] {
	const given = textOptions(values, 'workspace');
	const folders = (given.length === 0 ? ['.'] : given).map(workspace => workspaceFolder({ values: { workspace } }));
	return [...new Set(folders)];
}
