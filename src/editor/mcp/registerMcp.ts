import * as vscode from 'vscode';
import { type AgentClient, agentClient, agentClients, clientConfiguration } from '../../mcp/clients/agentClients';
import { serverCommand } from '../../mcp/clients/serverCommand';
import { UserError } from '../../system/pure/errors/userError';
import { pickRow, showMessage } from '../display';
import { commands } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { workspaceRoots } from '../workspacePaths';
import { makeServerLauncher } from './serverLauncher';

/** Registers the command that copies the configuration with which other programs start `faultline mcp`. */
export function registerMcp({ log, extension }: Services): vscode.Disposable {
	return registerCommand(log, commands.mcpCopyConfiguration, client => copyConfiguration(extension, client));
}

/**
 * Files of other programs are theirs: the user pastes the configuration. `given`: the client by the name of `agentClients`,
 * if the user is not to be asked.
 */
async function copyConfiguration(extension: vscode.ExtensionContext, given: unknown): Promise<void> {
	const folders = workspaceRoots().map(({ dir }) => dir);
	if (folders.length === 0) {
		throw new UserError('No folder is open: open the folder that the tools are to work on.', {
			cures: [{ kind: 'openFolder' }],
		});
	}
	const client = (typeof given === 'string' ? agentClient(given) : undefined) ?? (await askClient());
	if (client !== undefined) {
		const program = await makeServerLauncher(extension);
		const configuration = clientConfiguration(client, serverCommand('node', program, folders));
		await vscode.env.clipboard.writeText(`${configuration}\n`);
		void showMessage(
			'Information',
			vscode.l10n.t(
				'The MCP configuration for this workspace was copied. {0} reads it from {1}.',
				client.name,
				client.file,
			),
		);
	}
}

async function askClient(): Promise<AgentClient | undefined> {
	const rows = Object.values(agentClients).map(client => ({ label: client.name, description: client.file, client }));
	const row = await pickRow(rows, {
		title: vscode.l10n.t('Copy MCP Configuration'),
		placeHolder: vscode.l10n.t('The client that is to call the tools'),
	});
	return row?.client;
}
