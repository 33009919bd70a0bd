import * as vscode from 'vscode';
import { UserError } from '../../system/pure/errors/userError';
import { pickRow, showMessage } from '../display';
import { commands } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { workspaceRoots } from '../workspacePaths';
import { configurationForms, serverCommand } from './serverCommand';
import { makeServerLauncher } from './serverLauncher';

/** Registers the command that copies the configuration with which other programs start `faultline mcp`. */
export function registerMcp({ log, extension }: Services): vscode.Disposable {
	return registerCommand(log, commands.mcpCopyConfiguration, form => copyConfiguration(extension, form));
}

type Form = keyof typeof configurationForms;

const rows: readonly (vscode.QuickPickItem & { readonly form: Form })[] = [
	{
		form: 'mcpServers',
		label: '"mcpServers"',
		description: vscode.l10n.t('Claude, Cursor, Gemini and most other clients'),
	},
	{ form: 'servers', label: '"servers"', description: vscode.l10n.t('VS Code: {0}', 'mcp.json') },
];

/**
 * Files of other programs are theirs: the user pastes the configuration. `given`: the form, if the user is not to be
 * asked.
 */
async function copyConfiguration(extension: vscode.ExtensionContext, given: unknown): Promise<void> {
	const folders = workspaceRoots().map(({ dir }) => dir);
	if (folders.length === 0) {
		throw new UserError('No folder is open: open the folder that the tools are to work on.', {
			cures: [{ kind: 'openFolder' }],
		});
	}
	const form = rows.find(row => row.form === given)?.form ?? (await askForm());
	if (form !== undefined) {
		const program = await makeServerLauncher(extension);
		const configuration = configurationForms[form](serverCommand('node', program, folders));
		await vscode.env.clipboard.writeText(`${JSON.stringify(configuration, undefined, 2)}\n`);
		void showMessage(
			'Information',
			vscode.l10n.t('The MCP configuration for this workspace was copied. Paste it into the settings of your client.'),
		);
	}
}

async function askForm(): Promise<Form | undefined> {
	const row = await pickRow(rows, {
		title: vscode.l10n.t('Copy MCP Configuration'),
		placeHolder: vscode.l10n.t('The form in which the client reads its servers'),
	});
	return row?.form;
}
