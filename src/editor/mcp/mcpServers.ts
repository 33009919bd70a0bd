import * as vscode from 'vscode';
import { serverCommand } from '../../mcp/clients/serverCommand';
import { workspaceRoots } from '../workspacePaths';

/** The server that VS Code starts for the open folders, in the Node of its extension host; none without a folder. */
export function mcpServers(packageRoot: vscode.Uri, version: string): vscode.McpStdioServerDefinition[] {
	const folders = workspaceRoots().map(({ dir }) => dir);
	if (folders.length === 0) {
		return [];
	}
	const program = vscode.Uri.joinPath(packageRoot, 'dist', 'cli.js');
	const { command, args } = serverCommand(process.execPath, program.fsPath, folders);
	const env = process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
	return [new vscode.McpStdioServerDefinition('Faultline', command, [...args], env, version)];
}
