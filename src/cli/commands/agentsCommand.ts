import { join } from 'node:path';
import { nearNames } from '../../code/pure/search/names/nearNames';
import { type AgentClient, agentClient, agentClients, clientConfiguration } from '../../mcp/clients/agentClients';
import { serverCommand } from '../../mcp/clients/serverCommand';
import { type Command, type CommandCall, UsageError, workspaceOption } from '../command';
import { workspaceFolder } from '../openCliWorkspace';
import help from './agentsHelp.md';

/** `faultline agents`: how other programs with agents are configured to call the tools. It writes no file. */
export const agentsCommand: Command = {
	name: 'agents',
	help,
	options: workspaceOption,
	async run(call) {
		const [action = 'list', id, ...rest] = call.positionals;
		if (action === 'list' && id === undefined) {
			listClients(call);
		} else if (action === 'print' && id !== undefined && rest.length === 0) {
			printClient(id, call);
		} else {
			throw new UsageError('Usage: faultline agents [list | print CLIENT].');
		}
		return 0;
	},
};

function listClients({ values, terminal }: CommandCall): void {
	const clients = Object.entries(agentClients).map(([id, { name, file }]) => ({ id, name, file }));
	if (values.json) {
		terminal.printJson({ clients });
	} else {
		terminal.print(clients.map(({ id, name, file }) => `${id.padEnd(14)}${name.padEnd(14)}${file}`).join('\n'));
	}
}

/** Prints the configuration only on standard output, so that it may be added to a file. */
function printClient(id: string, call: CommandCall): void {
	const { values, terminal, packageRoot } = call;
	const client = findClient(id);
	const program = join(packageRoot, 'dist', 'cli.js');
	const configuration = clientConfiguration(client, serverCommand('node', program, [workspaceFolder(call)]));
	const { name, file, skills } = client;
	const skill = join(packageRoot, 'plugin', 'skills', 'locate-a-bug');
	if (values.json) {
		terminal.printJson({ id, name, file, configuration, ...(skills !== undefined && { skill, skills }) });
		return;
	}
	terminal.note(`${name} reads this from ${placeOf(file)}:`);
	terminal.print(configuration);
	if (skills !== undefined) {
		terminal.note(
			`It finds skills in ${placeOf(skills)}. To give it the one that explains the tools, copy ${skill} there.`,
		);
	}
}

function findClient(id: string): AgentClient {
	const client = agentClient(id);
	if (client === undefined) {
		const ids = Object.keys(agentClients);
		const [near] = nearNames(id, ids, 1);
		throw new UsageError(
			`Unknown client "${id}". ${near === undefined ? `Clients: ${ids.join(', ')}.` : `Did you mean ${near}?`}`,
		);
	}
	return client;
}

function placeOf(path: string): string {
	return path.startsWith('~/') ? path : `${path} of the project`;
}
