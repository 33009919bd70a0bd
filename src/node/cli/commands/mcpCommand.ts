import { executionOption, executionOptions } from '../cliEngine';
import { type Command, type CommandCall, textOptions, UsageError } from '../command';
import { workspaceFolder } from '../openCliWorkspace';
import help from './mcpHelp.md';

/** `faultline mcp`: the public tools for a client of the Model Context Protocol. */
export const mcpCommand: Command = {
	name: 'mcp',
	help,
	options: {
		workspace: { type: 'string', short: 'w', multiple: true },
		execute: { type: 'boolean' },
		...executionOptions,
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
		const [folder = '.', ...others] = folders;
		if (values.execute === true && others.length > 0) {
			throw new UsageError('mcp runs programs in one folder only: give one --workspace with --execute.');
		}
		const execution = await executionOption(folder, call);
		// The transport notices it, too, and what is worked on is ended before this process.
		call.terminal.onReaderGone(() => undefined);
		const { serveMcp } = await import('../../mcp/serveMcp');
		await serveMcp({ folders, execution }, call);
		return 0;
	},
};

function foldersOf({ values }: CommandCall): readonly string[] {
	const given = textOptions(values, 'workspace');
	const folders = (given.length === 0 ? ['.'] : given).map(workspace => workspaceFolder({ values: { workspace } }));
	return [...new Set(folders)];
}
